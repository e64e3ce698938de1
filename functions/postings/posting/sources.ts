/** The query parameters that name a source. */
const sourceName = /^(?:source|utm_[a-z\d_]{1,30})$/;

/** The maximum length of a source, in characters. Longer values are ignored. */
const MAX_SOURCE_LENGTH = 200;

/** The maximum number of sources that are passed on, so that all fit into a header. */
const MAX_SOURCES = 10;

/** Adds the sources in a query to an address, except sources that the address already has (interface 11.3). */
export function forwardSources(address: string, rawQueryString: string): string {
  const [, place = '', own = '', fragment = ''] = /^([^?#]*)\??([^#]*)(.*)$/s.exec(address) ?? [];
  const parameters = new URLSearchParams(own);
  const sent = new URLSearchParams(rawQueryString);
  const sources = [...new Set(sent.keys())]
    .filter((name) => sourceName.test(name) && !parameters.has(name))
    .map((name): [string, string] => [name, sent.get(name) ?? ''])
    .filter(([, value]) => value !== '' && Array.from(value).length <= MAX_SOURCE_LENGTH)
    .slice(0, MAX_SOURCES);
  if (sources.length === 0) return address;
  const query = [own, new URLSearchParams(sources).toString()].filter((part) => part !== '');
  return `${place}?${query.join('&')}${fragment}`;
}
