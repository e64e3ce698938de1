import type { RecruitingPageQuery } from '../../../pages/public/recruiting.ts';
import { recruitingActions, type RecruitingNews } from '../../../pages/public/recruiting-words.ts';
import type { Incoming } from '../../http/incoming.ts';

const allNews: readonly RecruitingNews[] = [...recruitingActions, 'gone'];

/**
 * Parses the query of the page: a part of the list, and an application whose file is requested or that is to be erased.
 */
export function parseRecruitingQuery({
  rawQueryString,
}: Pick<Incoming, 'rawQueryString'>): RecruitingPageQuery & {
  file: string | undefined;
  erase: string | undefined;
} {
  const query = new URLSearchParams(rawQueryString);
  return {
    token: query.get('token') ?? '',
    before: query.get('before') ?? '',
    news: allNews.find((each) => each === query.get('news')),
    on: query.get('on') ?? undefined,
    file: query.get('file') ?? undefined,
    erase: query.get('erase') ?? undefined,
  };
}
