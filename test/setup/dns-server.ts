import { createSocket } from 'node:dgram';
import { once } from 'node:events';

const HEADER_BYTES = 12;
const [A, IN] = [1, 1];

/** An answer record of four bytes with a TTL of 0 (RFC 1035, section 4.1.3) for the name in the question. */
const record = (address: string) =>
  Buffer.from([0xc0, HEADER_BYTES, 0, A, 0, IN, 0, 0, 0, 0, 0, 4, ...address.split('.').map(Number)]);

/**
 * A DNS server on this machine that asks `addressesOf` anew at each look-up, for the IPv4 addresses of any name.
 * Undefined: it does not respond at all. No name has an IPv6 address.
 */
export async function startDns(addressesOf: () => string[] | undefined) {
  const socket = createSocket('udp4', (query, { port, address }) => {
    // An empty label ends the name in the question; two bytes for its type and two for its class follow.
    const end = query.indexOf(0, HEADER_BYTES) + 5;
    const addresses = query.readUInt16BE(end - 4) === A ? addressesOf() : [];
    if (!addresses) return;
    const header = Buffer.from(query.subarray(0, HEADER_BYTES));
    header.writeUInt16BE(0x81_80, 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(addresses.length, 6);
    header.writeUInt32BE(0, 8);
    const answers = addresses.map(record);
    socket.send(Buffer.concat([header, query.subarray(HEADER_BYTES, end), ...answers]), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    server: `127.0.0.1:${socket.address().port}`,
    close: async () => {
      socket.close();
      await once(socket, 'close');
    },
  };
}
