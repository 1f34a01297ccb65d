import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Tx } from '../../test/support/chain/test-chain.ts'
import { requestOf } from '../../test/support/chain/verdicts.ts'
import { type Figure, median } from '../figures/report.ts'
import { BIN } from '../serve/servers.ts'
import { usualAndMost } from './added-time.ts'
import { type CountingProxy, tripsOf } from './counting-proxy.ts'

/** Prints the processor time of a process at its end (µs). */
const METER = `data:text/javascript,process.on('exit',()=>{const{user,system}=process.cpuUsage();process.stderr.write('\\ncpu '+(user+system))})`

interface Run {
  readonly ms: number
  readonly cpuMs: number
}

async function run(argv: readonly string[], env: Readonly<Record<string, string>>): Promise<Run> {
  const start = performance.now()
  const child = spawn(process.execPath, ['--import', METER, BIN, ...argv], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (chunk) => {
    said += chunk
  })
  await once(child, 'close')
  const [, cpu] = /\ncpu (\d+)$/.exec(said) ?? []
  if (cpu === undefined) throw new Error(`${argv.join(' ')} ended early: ${said}`)
  return { ms: performance.now() - start, cpuMs: Number(cpu) / 1000 }
}

/** Whole `validate` commands, in turns with and without the node; the first one learns what the node can. */
export async function commandFigures(proxy: CountingProxy, txs: readonly Tx[], folder: string): Promise<Figure[]> {
  const file = join(folder, 'tx.json')
  const argv = ['validate', '--file', file, '--json']
  const added: number[] = []
  const trips: number[] = []
  const requests: number[] = []
  for (const [at, tx] of [...txs.slice(0, 1), ...txs].entries()) {
    writeFileSync(file, JSON.stringify(requestOf(tx)))
    proxy.take()
    const withNode = await run(argv, { TXWARDEN_HOME: join(folder, 'with'), TXWARDEN_CHAIN_ETHEREUM_URL: proxy.url })
    const asked = proxy.take()
    const without = await run(argv, { TXWARDEN_HOME: join(folder, 'without') })
    if (at === 0) continue
    added.push(withNode.ms - without.ms)
    trips.push(tripsOf(asked).length)
    requests.push(asked.reduce((sum, { methods }) => sum + methods.length, 0))
  }
  return [
    { name: 'a command: added, p50', measured: `${median(added).toFixed(1)} ms` },
    { name: 'a command: trips', measured: usualAndMost(trips) },
    { name: 'a command: requests', measured: usualAndMost(requests) },
  ]
}

/** Processor time of commands that ask no node: to compare the lines of two versions. */
export async function startUpFigures(folder: string): Promise<Figure[]> {
  const example = join(import.meta.dirname, '../../examples/transfer-to-known.json')
  const figures: Figure[] = []
  for (const argv of [['--version'], ['control-list', 'list'], ['validate', '--file', example]]) {
    const times: number[] = []
    for (let at = 0; at < 9; at++) times.push((await run(argv, { TXWARDEN_HOME: join(folder, 'start-up') })).cpuMs)
    const name = `without a node: ${argv.slice(0, argv[0] === 'validate' ? 1 : 2).join(' ')}`
    figures.push({ name, measured: `${median(times.slice(1)).toFixed(0)} ms of processor time` })
  }
  return figures
}
