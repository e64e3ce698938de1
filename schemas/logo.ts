/** The media types of a logo, by the endings of the names of their files. */
export const logoTypes = { png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp' } as const;

export type LogoType = keyof typeof logoTypes;

/** The largest logo, in bytes. */
export const LOGO_MAX_BYTES = 200_000;

/** The widest and highest logo, in pixels: an image that is unpacked takes four bytes for each. */
export const LOGO_MAX_PIXELS = 4_096;

/** For how long a browser may show a logo without asking again, in seconds: its address changes with every logo. */
export const LOGO_MAX_AGE = 24 * 60 * 60;

/** What the body of a request with a logo is. */
export const logoBody = { types: Object.values(logoTypes), maxBytes: LOGO_MAX_BYTES } as const;
