import { channels, contrast, MIN_CONTRAST } from '../../schemas/color.ts';

/** The backgrounds of accents in `style.ts` on which they are hardest to read. */
const shades = { light: '#f5f7f9', dark: '#1c2126' };

/** A step from the colour of an employer to black or white, as a share. */
const STEP = 0.04;

/** The colour, mixed with just enough black or white to be readable on a background. */
function readable(color: string, background: string, other: number): string {
  for (let share = 0; share < 1; share += STEP) {
    const mixed = channels(color).map((channel) => Math.round(channel + (other - channel) * share));
    const text = `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
    if (contrast(text, background) >= MIN_CONTRAST) return text;
  }
  return other === 0 ? '#000000' : '#ffffff';
}

/** The style sheet that makes the colour of an employer the accent of a page, in light and in dark colours. */
export const accentStyle = (color: string): string =>
  `:root{--accent:${readable(color, shades.light, 0)}}@media (prefers-color-scheme:dark){:root{--accent:${readable(color, shades.dark, 255)}}}`;
