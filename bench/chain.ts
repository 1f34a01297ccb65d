import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { honestCalls } from '../test/support/chain/honest-calls.ts'
import { startWorld } from '../test/support/chain/world.ts'
import { addedFigures, localFigures, type Sample, type Servers, sampleOf } from './chain/added-time.ts'
import { commandFigures, startUpFigures } from './chain/commands.ts'
import { startProxy } from './chain/counting-proxy.ts'
import { foundFigures } from './chain/found.ts'
import { type Figure, publish } from './figures/report.ts'
import { startTxwarden } from './serve/servers.ts'

/**
 * What a node adds to a verdict, and what it finds. A `serve` with anvil and one without take turns with the bare requests
 * of the same verdict, replayed; first on loopback, then with 40 ms added to each request. The node makes a block after
 * each round. Then commands, each a process of its own. Then the drain patterns and honest calls of
 * `npm run test:chain`. Needs `npm run build` and `npm run tools`. `--rounds N`.
 */
const given = process.argv.indexOf('--rounds')
const rounds = given > 0 ? Number(process.argv[given + 1]) : 3
const DELAY_MS = 40
const folder = mkdtempSync(join(tmpdir(), 'txwarden-bench-'))

function room(name: string): string {
  const path = join(folder, name)
  mkdirSync(path)
  return path
}

async function timeFigures(): Promise<Figure[]> {
  await using world = await startWorld('anvil', { now: Math.floor(Date.now() / 1000) })
  await using proxy = await startProxy(world.url)
  const txs = (await honestCalls(world)).map(({ tx }) => tx)
  const withNode = await startTxwarden(room('with'), { env: { TXWARDEN_CHAIN_ETHEREUM_URL: proxy.url } })
  const without = await startTxwarden(room('without'))
  const round = async (servers: Servers) => {
    const samples: Sample[] = []
    for (const tx of txs) samples.push(await sampleOf(servers, tx))
    await world.chain.rpc('evm_mine')
    return samples
  }
  try {
    const servers = { proxy, withNode, without }
    // The first round compiles the code, and learns what the node can and what the accounts are.
    const first = await round(servers)
    const loopback: Sample[] = []
    for (let at = 0; at < rounds; at++) loopback.push(...(await round(servers)))
    proxy.delay = DELAY_MS
    const far: Sample[] = []
    for (let at = 0; at < rounds; at++) far.push(...(await round(servers)))
    const firstOnes = addedFigures('first verdict', first).filter(({ goal }) => goal === undefined)
    const commands = room('commands')
    // The server still asks for heads through its own.
    await using forCommands = await startProxy(world.url)
    forCommands.delay = DELAY_MS
    return [
      ...firstOnes,
      ...localFigures(loopback),
      ...addedFigures(`${DELAY_MS} ms away`, far),
      ...(await commandFigures(forCommands, txs.slice(0, 12), commands)),
    ]
  } finally {
    await withNode.stop()
    await without.stop()
  }
}

try {
  const times = await timeFigures()
  const startUp = await startUpFigures(room('start-up'))
  const { figures, lines } = await foundFigures(room)
  publish({
    bench: 'chain',
    how: `${rounds} rounds of honest calls in turns with and without anvil and the bare trips; 12 commands; 12 drain patterns`,
    figures: [...times, ...startUp, ...figures],
    notes: lines,
  })
} finally {
  rmSync(folder, { recursive: true, force: true })
}
