import { declaration, xml, Xml } from '../xml.ts';

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';

interface SitemapEntry {
  url: string;
  /** ISO 8601 date or timestamp. */
  lastModified: string;
}

/** One page in a sitemap, as XML text. Lists have no date of a last change. */
export const sitemapEntry = ({
  url,
  lastModified,
}: Pick<SitemapEntry, 'url'> & Partial<SitemapEntry>): string =>
  xml`<url><loc>${url}</loc>${
    lastModified === undefined ? [] : xml`<lastmod>${lastModified}</lastmod>`
  }</url>\n`.text;

/** A sitemap of entries that `sitemapEntry` wrote (sitemaps.org, version 0.9). */
export const sitemap = (entries: string): string =>
  xml`${declaration}<urlset xmlns="${NAMESPACE}">\n${new Xml(entries)}</urlset>\n`.text;

/** An index of sitemaps. */
export const sitemapIndex = (sitemaps: readonly SitemapEntry[]): string =>
  xml`${declaration}<sitemapindex xmlns="${NAMESPACE}">\n${sitemaps.map(
    ({ url, lastModified }) => xml`<sitemap><loc>${url}</loc><lastmod>${lastModified}</lastmod></sitemap>\n`,
  )}</sitemapindex>\n`.text;
