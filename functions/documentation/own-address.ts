import { hash } from 'node:crypto';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import type { RenderedPage } from '../../pages/rendered-pages.ts';
import { ORIGIN } from '../../pages/samples.ts';
import { BASE_PATH } from '../../schemas/operations.ts';
import { addressOf, type EventAddress } from '../http/incoming.ts';

/** A fast quality of Brotli, because the text is compressed for each response. */
const BROTLI_QUALITY = 4;

/**
 * A Markdown copy with the address of this service in its samples. Its readers are programs, which cannot adapt them as
 * the scripts of the HTML pages do.
 */
export function withOwnAddress(page: RenderedPage, event: EventAddress): RenderedPage {
  const text = brotliDecompressSync(Buffer.from(page.brotli, 'base64'))
    .toString()
    .replaceAll(`${ORIGIN}${BASE_PATH}`, addressOf(event, ''));
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
  return {
    ...page,
    brotli: brotliCompressSync(text, { params }).toString('base64'),
    version: hash('sha256', text, 'base64url').slice(0, 22),
  };
}
