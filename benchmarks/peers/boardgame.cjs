// A game of one card a turn on boardgame.io: hidden hands, a trick on the table, fresh cards
// when all are played. Its own server, store (in memory) and protocol; the rules are only turns.

const { Server } = require('boardgame.io/server');

const HAND = 13;

const deal = () => {
  const deck = [...'SHDC'].flatMap((suit) => [...'23456789TJQKA'].map((rank) => suit + rank));
  for (let last = deck.length - 1; last > 0; last -= 1) {
    const other = Math.floor(Math.random() * (last + 1));
    [deck[last], deck[other]] = [deck[other], deck[last]];
  }
  return [0, 1, 2, 3].map((seat) => deck.slice(seat * HAND, (seat + 1) * HAND));
};

const play = ({ G, playerID }, place) => {
  const hand = G.hands[playerID];
  if (!(place in hand)) {
    return 'INVALID_MOVE';
  }
  G.trick.push(...hand.splice(place, 1));
  if (G.trick.length === 4) {
    G.tricks.push(G.trick);
    G.trick = [];
  }
  if (G.tricks.length === HAND) {
    G.hands = deal();
    G.tricks = [];
  }
};

const game = {
  name: 'cards',
  setup: () => ({ hands: deal(), tricks: [], trick: [] }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: { play: { move: play, client: false } },
  playerView: ({ G, playerID }) => ({
    ...G,
    hands: G.hands.map((hand, seat) => (String(seat) === playerID ? hand : hand.length)),
  }),
};

Server({ games: [game], origins: [] })
  .run({ port: 0 })
  .then(({ appServer }) => console.log(`http://127.0.0.1:${appServer.address().port}`));
