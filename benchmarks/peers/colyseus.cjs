// Rooms on Colyseus that answer each message and send one of a given size to all four sockets:
// no state, no rules, nothing stored.

const http = require('node:http');
const { Room, Server } = require('@colyseus/core');
const { WebSocketTransport } = require('@colyseus/ws-transport');

const update = 'x'.repeat(Number(process.argv[2]));

class Table extends Room {
  onCreate() {
    this.maxClients = 4;
    this.onMessage('play', (client, card) => {
      client.send('accepted', card);
      this.broadcast('update', update);
    });
  }
}

const listener = http.createServer();
const server = new Server({
  greet: false,
  transport: new WebSocketTransport({ server: listener }),
});
server.define('table', Table);
server
  .listen(0, '127.0.0.1')
  .then(() => console.log(`http://127.0.0.1:${listener.address().port}`));
