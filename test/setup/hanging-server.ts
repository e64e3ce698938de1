import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { setInterval as every } from 'node:timers';

const STATUS = 'HTTP/1.1 200 OK\r\n';
const HEADERS = `${STATUS}content-type: application/json\r\ncontent-length: 1000000000\r\n\r\n`;

/** As many bytes of a response as are sent at once, without an end. */
const MUCH = 'a'.repeat(1_000);

/** How a peer is stuck that has read a request: what it sends at once, and then again and again. */
const stuck = {
  'is silent': { first: '', again: '' },
  'never ends its headers': { first: STATUS, again: 'x: 1\r\n' },
  'sends headers and is silent': { first: HEADERS, again: '' },
  'sends its body byte by byte': { first: HEADERS, again: '{' },
  'never ends its body': { first: HEADERS, again: MUCH },
} as const;

export type HangMode = keyof typeof stuck;

export const hangModes = Object.keys(stuck) as HangMode[];

/** The time between two of what is sent again and again, in milliseconds. */
const PAUSE_MILLIS = 20;

/** A server that accepts every connection and is stuck in the way that was chosen last. */
export async function startHangingServer() {
  let way: HangMode = 'is silent';
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).once('close', () => sockets.delete(socket));
    socket.once('data', () => {
      const { first, again } = stuck[way];
      socket.write(first);
      if (again === '') return;
      const sending = every(() => socket.write(again), PAUSE_MILLIS);
      socket.once('close', () => clearInterval(sending));
    });
    socket.resume();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    become: (next: HangMode) => {
      way = next;
    },
    close: async () => {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}
