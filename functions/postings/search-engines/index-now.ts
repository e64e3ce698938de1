import { hash } from 'node:crypto';
import { publicPages } from '../../../schemas/public-pages.ts';
import { post, type SearchEngine } from './search-engine.ts';

/** The key of a site. It is public: it proves only that the sender of addresses can serve a file on the site. */
export const indexNowKey = (siteUrl: string): string =>
  hash('sha256', `IndexNow ${new URL(siteUrl).host}`).slice(0, 32);

const ADDRESS = 'https://api.indexnow.org/indexnow';

/** The search engines of IndexNow (indexnow.org): Bing, Yandex, Seznam, Naver and others share notifications. */
export const indexNow = (siteUrl: string, address = ADDRESS, millis?: number): SearchEngine => ({
  batch: 10_000,
  notify: async (notifications) => {
    const body = JSON.stringify({
      host: new URL(siteUrl).host,
      key: indexNowKey(siteUrl),
      keyLocation: `${siteUrl}${publicPages.indexNowKey.path}`,
      urlList: notifications.map(({ url }) => url),
    });
    const { status } = await post(address, { type: 'application/json; charset=utf-8', body }, millis);
    if (status === 429) return notifications.map(() => 'limited');
    if (status !== 200 && status !== 202) throw new Error(`IndexNow answers ${status}.`);
    return notifications.map(() => 'accepted');
  },
});
