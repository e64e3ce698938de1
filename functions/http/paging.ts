import type { Paging } from '../../schemas/list.ts';

interface PagedQuery {
  page: number;
  pageSize: number;
}

/**
 * The pagination of a list (interface 6.1): `next` has the current query parameters and the next page. Past the end,
 * `previous` is the last page with records.
 */
export function paging(
  { page, pageSize }: PagedQuery,
  total: number,
  pageAddress: (page: number) => string,
): Paging {
  const pages = Math.ceil(total / pageSize);
  const previous = Math.min(page - 1, pages);
  return {
    total,
    page,
    pages,
    pageSize,
    previous: previous >= 1 ? pageAddress(previous) : null,
    next: page < pages ? pageAddress(page + 1) : null,
  };
}
