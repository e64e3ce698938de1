import { appendFileSync } from 'node:fs';
import { createServer } from 'node:http';

/** A receiver of webhooks that appends each event to a file before it responds: `node receiver-process.ts FILE PORT`. */
const [, , file = '', port] = process.argv;

createServer((request, response) => {
  let body = '';
  request.setEncoding('utf8').on('data', (text: string) => (body += text));
  request.on('end', () => {
    appendFileSync(file, `${body}\n`);
    response.writeHead(204).end();
  });
}).listen(Number(port), '127.0.0.1', () => process.stdout.write('ready'));
