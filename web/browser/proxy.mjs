// A proxy between the page and the house. It can pretend that the house has a newer page, hide files, cut
// connections, and leave every request unanswered.

import { createServer, request } from 'node:http';

export class Proxy {
  /** A mark that only the newer page has. */
  static NEWER = '<meta name="newer">';
  isNewer = false;
  /** Whether all requests stay unanswered. */
  isSilent = false;
  /** A pattern of the files that the newer build does not have. */
  dropped = null;
  /** The name of the entry script of the newer build. */
  build = 'newer';
  /** A pattern of the files that are missing. */
  gone = null;
  /** The number of all requests, with those for sockets. */
  arrived = 0;
  /** The number of requests for each path. */
  asked = new Map();
  #sockets = new Set();
  /** The entry script of the house's page. */
  #entry = '';

  static async before(house) {
    const proxy = new Proxy();
    proxy.#entry = (await (await fetch(`${house.url}/files.json`)).json()).entry;
    proxy.server = createServer((question, answer) => proxy.#pass(house, question, answer));
    proxy.server.on('upgrade', (question, socket, head) => proxy.#join(house, question, socket, head));
    await new Promise((ready) => proxy.server.listen(0, '127.0.0.1', ready));
    proxy.url = `http://127.0.0.1:${proxy.server.address().port}`;
    return proxy;
  }

  /** Closes every connection. Clients may reconnect. */
  cut() {
    for (const socket of this.#sockets) socket.destroy();
  }

  close() {
    this.cut();
    this.server.closeAllConnections();
    this.server.close();
  }

  #pass(house, question, answer) {
    const { url: path, method } = question;
    this.arrived += 1;
    this.asked.set(path, (this.asked.get(path) ?? 0) + 1);
    if (this.isSilent) return;
    if (this.gone?.test(path) || (this.isNewer && this.dropped?.test(path))) {
      answer.writeHead(404);
      answer.end();
      return;
    }
    if (path === this.#newer) {
      answer.writeHead(200, { 'content-type': 'text/javascript' });
      answer.end(`import '${this.#entry}';`);
      return;
    }
    const change = this.isNewer ? this.#changeOf(path, question.headers) : null;
    // An answer that is to be changed must be complete and uncompressed.
    const { host, accept } = question.headers;
    const headers = change ? { host, accept } : question.headers;
    const passed = request(house.url + path, { method, headers }, (given) => {
      if (!change) {
        answer.writeHead(given.statusCode, given.headers);
        given.pipe(answer);
        return;
      }
      const parts = [];
      given.on('data', (part) => parts.push(part));
      given.on('end', () => {
        const text = change(Buffer.concat(parts).toString());
        answer.writeHead(given.statusCode, { 'content-type': given.headers['content-type'] });
        answer.end(text);
      });
    });
    passed.on('error', () => answer.destroy());
    question.pipe(passed);
  }

  #join(house, question, socket, head) {
    this.arrived += 1;
    this.#sockets.add(socket);
    socket.on('error', () => socket.destroy());
    if (this.isSilent) return;
    const passed = request(house.url + question.url, { headers: question.headers });
    socket.on('error', () => passed.destroy());
    passed.on('error', () => socket.destroy());
    passed.on('upgrade', (given, other, rest) => {
      const lines = Object.entries(given.headers).map(([name, value]) => `${name}: ${value}\r\n`);
      socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('')}\r\n`);
      socket.write(rest);
      other.write(head);
      socket.pipe(other).pipe(socket);
      socket.on('close', () => other.destroy());
      other.on('close', () => socket.destroy());
      other.on('error', () => socket.destroy());
    });
    passed.end();
  }

  /** The entry script of the newer build. It imports the entry script of the older one. */
  get #newer() {
    return `/assets/${this.build}.js`;
  }

  /** The change that a newer build makes to an answer: a different list of files and a different page; null for other answers. */
  #changeOf(path, { accept = '' }) {
    if (path === '/files.json') {
      return (text) => {
        const files = JSON.parse(text).files.filter((file) => !this.dropped?.test(file));
        return JSON.stringify({ entry: this.#newer, files: [...files, this.#newer] });
      };
    }
    const isPage = accept.includes('text/html') || path === '/';
    return isPage ? (text) => text.replace('<head>', `<head>${Proxy.NEWER}`).replace(`src="${this.#entry}"`, `src="${this.#newer}"`) : null;
  }
}
