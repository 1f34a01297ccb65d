import { drains, startTraps, type Trap } from '../../test/support/chain/drains.ts'
import { honestCalls } from '../../test/support/chain/honest-calls.ts'
import { isRight, type Judged, judged, patternsFound } from '../../test/support/chain/verdicts.ts'
import { startWorld } from '../../test/support/chain/world.ts'
import type { Figure } from '../figures/report.ts'
import { type Running, startTxwarden } from '../serve/servers.ts'
import { validate } from './added-time.ts'

const kinds = ['anvil', 'hardhat', 'no node'] as const
type Kind = (typeof kinds)[number]
type Drain = (typeof drains)[number]

interface Honest {
  readonly title: string
  readonly judged: Judged
}

interface Outcome {
  readonly kind: Kind
  readonly drains: ReadonlyMap<Drain, Judged>
  readonly honest: readonly Honest[]
}

/** The drain patterns and honest calls, with each node and without. @param room makes a folder for a database */
export async function foundFigures(room: (name: string) => string): Promise<{ figures: Figure[]; lines: string[] }> {
  const outcomes: Outcome[] = []
  for (const kind of kinds)
    outcomes.push({ kind, drains: await judgeDrains(kind, room), honest: await judgeHonest(kind, room) })
  return { figures: outcomes.flatMap(figuresOf), lines: [...drainLines(outcomes), ...outcomes.flatMap(honestLines)] }
}

const nodeOf = (kind: Kind) => (kind === 'hardhat' ? 'hardhat' : 'anvil')
const now = () => Math.floor(Date.now() / 1000)

async function judgeDrains(kind: Kind, room: (name: string) => string): Promise<ReadonlyMap<Drain, Judged>> {
  const { world, traps } = await startTraps(nodeOf(kind), now())
  await using _ = world
  const verdicts = new Map<Drain, Judged>()
  await withServer(kind, world.url, room(`drains, ${kind}`), async (server) => {
    for (const drain of drains)
      verdicts.set(drain, judged((await validate(server, (traps.get(drain.title) as Trap).tx)).result))
  })
  return verdicts
}

async function judgeHonest(kind: Kind, room: (name: string) => string): Promise<readonly Honest[]> {
  await using world = await startWorld(nodeOf(kind), { now: now() })
  const verdicts: Honest[] = []
  await withServer(kind, world.url, room(`honest, ${kind}`), async (server) => {
    for (const { title, tx } of await honestCalls(world))
      verdicts.push({ title, judged: judged((await validate(server, tx)).result) })
  })
  return verdicts
}

async function withServer(kind: Kind, url: string, folder: string, use: (server: Running) => Promise<void>) {
  const env: Record<string, string> = kind === 'no node' ? {} : { TXWARDEN_CHAIN_ETHEREUM_URL: url }
  const server = await startTxwarden(folder, { env })
  try {
    await use(server)
  } finally {
    await server.stop()
  }
}

function figuresOf({ kind, drains: verdicts, honest }: Outcome): Figure[] {
  const right = new Map(Array.from(verdicts, ([drain, each]) => [drain, isRight(each, drain.right)]))
  const patterns = new Set(drains.map(({ pattern }) => pattern)).size
  const count = (verdict: string) => honest.filter(({ judged: each }) => each.verdict === verdict).length
  return [
    { name: `found, ${kind}`, measured: `${patternsFound(right).length} of ${patterns} drain patterns` },
    {
      name: `false alarms, ${kind}`,
      measured: `${count('UNSAFE')} UNSAFE, ${count('WARNING')} WARNING of ${honest.length} calls`,
    },
  ]
}

function drainLines(outcomes: readonly Outcome[]): string[] {
  return drains.map((drain) => {
    const cells = outcomes.map(({ kind, drains: verdicts }) => {
      const each = verdicts.get(drain) as Judged
      return `${kind} ${each.verdict} ${each.score}${isRight(each, drain.right) ? '' : ' (missed)'}`
    })
    return `${drain.pattern}, ${drain.title}: ${cells.join(' · ')}`
  })
}

function honestLines({ kind, honest }: Outcome): string[] {
  return honest
    .filter(({ judged: { verdict } }) => verdict === 'WARNING' || verdict === 'UNSAFE')
    .map(({ title, judged: each }) => `honest, ${kind}: ${title}: ${each.verdict} ${each.reasons[0]}`)
}
