/** The media types of a logo, by file extension. */
export const logoTypes = { png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp' } as const;

export type LogoType = keyof typeof logoTypes;

/** The largest logo, in bytes. */
export const LOGO_MAX_BYTES = 200_000;

/** The maximum width and height of a logo, in pixels: a decoded image takes four bytes per pixel. */
export const LOGO_MAX_PIXELS = 4_096;

/** Seconds for which a browser may cache a logo: its URL changes with every logo. */
export const LOGO_MAX_AGE = 24 * 60 * 60;

/** The accepted media types and size of a logo in a request body. */
export const logoBody = { types: Object.values(logoTypes), maxBytes: LOGO_MAX_BYTES } as const;
