/** The placeholder in a page for the relative URL of the root of the service, which depends on the request. */
export const ROOT_MARK = '{root}';
