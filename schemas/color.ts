/** A colour in the form of HTML's colour fields. */
export const colorPattern = /^#[0-9a-f]{6}$/i;

/** Text of this contrast is readable for almost everybody (WCAG 2.2, 1.4.3). */
export const MIN_CONTRAST = 4.5;

/** The red, green and blue of a colour such as #0b5cad, each from 0 to 255. */
export const channels = (color: string): number[] =>
  [1, 3, 5].map((from) => Number.parseInt(color.slice(from, from + 2), 16));

/** The relative luminance of a colour, from 0 to 1 (WCAG 2.2). */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channels(color).map((channel) => {
    const share = channel / 255;
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast of two colours, from 1 to 21 (WCAG 2.2). */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

const WHITE = '#ffffff';

/** A step from a colour to black, as a share. */
const STEP = 0.02;

/** The nearest colour of the same hue in which text on white is readable, with the contrast of both to white. */
export function readableColor(color: string): { nearest: string; contrasts: [number, number] } {
  const originalRatio = contrast(color, WHITE);
  for (let [nearest, share] = [color, 1]; ; share -= STEP) {
    const ratio = contrast(nearest, WHITE);
    if (ratio >= MIN_CONTRAST) return { nearest, contrasts: [originalRatio, ratio] };
    const darker = channels(color).map((channel) => Math.round(channel * share));
    nearest = `#${darker.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
  }
}
