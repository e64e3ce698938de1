const namedCharacters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Decodes the text of XML, in which characters may be written by number or name. */
export const decodeXmlText = (xml: string): string =>
  xml.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return namedCharacters[String(name).toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(String(hex), 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });

/** Whether XML has only what programs write into documents: UTF-8, without definitions that could hide something. */
export const isPlainXml = (xml: string): boolean =>
  !/\0|<!(?!--|\[CDATA\[)/.test(xml) && !/^[^>]{0,200}encoding\s*=\s*["'](?!utf-8["'])/i.test(xml);
