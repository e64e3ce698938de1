import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { setInterval as every } from 'node:timers';

const STATUS = 'HTTP/1.1 200 OK\r\n';
const HEADERS = `${STATUS}content-type: application/json\r\ncontent-length: 1000000000\r\n\r\n`;

/** A part of a response body that never ends. */
const MUCH = 'a'.repeat(1_000);

/** Ways to hang after a request was read: the text that is sent first, and the text that is repeated. */
const stuck = {
  'is silent': { first: '', again: '' },
  'never ends its headers': { first: STATUS, again: 'x: 1\r\n' },
  'sends headers and is silent': { first: HEADERS, again: '' },
  'sends its body byte by byte': { first: HEADERS, again: '{' },
  'never ends its body': { first: HEADERS, again: MUCH },
} as const;

export type HangMode = keyof typeof stuck;

export const hangModes = Object.keys(stuck) as HangMode[];

/** The interval between repeated texts, in milliseconds. */
const PAUSE_MILLIS = 20;

/** Starts a server that accepts every connection and hangs in the way that was chosen last. */
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
