import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv6 } from 'node:net';

const HEADER_BYTES = 12;
const types = { A: 1, AAAA: 28 } as const;
const IN = 1;

/** Reads the labels of a question, up to the empty label that ends the name. */
function questionOf(query: Buffer) {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.'), type: query.readUInt16BE(at + 1), end: at + 1 + 4 };
}

const bytesOf = (address: string) =>
  isIPv6(address)
    ? Buffer.from(
        new URL(`http://[${address}]`).hostname
          .slice(1, -1)
          .replace('::', () => `:${'0:'.repeat(9 - address.split(':').length)}`)
          .replace(/^:|:$/g, '')
          .split(':')
          .map((part) => part.padStart(4, '0'))
          .join(''),
        'hex',
      )
    : Buffer.from(address.split('.').map(Number));

/** An answer record with a TTL of 0 (RFC 1035, section 4.1.3) for the name in the question. */
function record(type: number, address: string): Buffer {
  const data = bytesOf(address);
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc0_0c, 0);
  head.writeUInt16BE(type, 2);
  head.writeUInt16BE(IN, 4);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}

/**
 * A DNS server on this machine that asks `addressesOf` anew for each question: what it says of a name may be another
 * thing at each look-up. Undefined: it does not respond at all.
 */
export async function startDns(
  addressesOf: (name: string, type: keyof typeof types) => string[] | undefined,
) {
  const queries: string[] = [];
  const socket = createSocket('udp4', (query, { port, address }) => {
    const { name, type, end } = questionOf(query);
    const typeName = type === types.A ? 'A' : 'AAAA';
    queries.push(`${typeName} ${name}`);
    const addresses = addressesOf(name, typeName);
    if (!addresses) return;
    const header = Buffer.from(query.subarray(0, HEADER_BYTES));
    header.writeUInt16BE(0x81_80, 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(addresses.length, 6);
    header.writeUInt32BE(0, 8);
    const answers = addresses.map((each) => record(type, each));
    socket.send(Buffer.concat([header, query.subarray(HEADER_BYTES, end), ...answers]), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    server: `127.0.0.1:${socket.address().port}`,
    asked: queries,
    close: async () => {
      socket.close();
      await once(socket, 'close');
    },
  };
}
