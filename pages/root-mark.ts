/** Placeholder for the relative URL of the service root, which depends on the request path. */
export const ROOT_PLACEHOLDER = '{root}';
