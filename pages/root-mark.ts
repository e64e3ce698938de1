/** Stands in a page for the relative address of the root of the service, where only the request tells it. */
export const ROOT_MARK = '{root}';
