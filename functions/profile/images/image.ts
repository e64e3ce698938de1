import type { logoTypes } from '../../../schemas/logo.ts';

/** The types of images that browsers show and this service reads. */
export type ImageType = keyof typeof logoTypes;

/** What an image says of itself. */
export interface Image {
  width: number;
  height: number;
  /** Whether it has several pictures, shown one after the other. */
  isAnimated: boolean;
}

/** The image that the bytes are from the first to the last; undefined if they are none of this type, or not whole. */
export type ReadImage = (bytes: Buffer) => Image | undefined;
