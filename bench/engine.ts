import type { FeedRecord } from '../src/service/intel/formats/format.ts'
import { analyze } from '../src/service/risk/analyze.ts'
import { assessRisk } from '../src/service/risk/assess.ts'
import type { Transaction } from '../src/service/risk/types.ts'
import { Knowledge } from './detection/knowledge.ts'
import { Random } from './detection/random.ts'
import { evidenceOf, judged, policy } from './detection/run-engine.ts'
import { bytes, call, list, tuple, word } from './detection/words.ts'
import { type Figure, publish, rateText } from './figures/report.ts'

/**
 * Transactions per second of the pure engine on one core: decoding, detectors, score and explanation. With evidence looked
 * up among 100,000 addresses in memory, and with prepared evidence; bench/intel.ts measures the database. Input: 1,000
 * transactions of each kind, seeded. Seconds are processor time of the thread, so that other programs disturb little.
 */
const KNOWN = 100_000
const DIFFERENT = 1_000
const ROUNDS = 5
const ROUND_MS = 500

interface Kind {
  readonly name: string
  /** Transactions per second. */
  readonly goal: number
  make(random: Random): Transaction
}

const kinds: readonly Kind[] = [
  {
    name: 'simple transfers (native)',
    goal: 50_000,
    make: (random) => transaction(random, random.address(), '0x', 10n ** 18n),
  },
  {
    name: 'simple transfers (ERC-20)',
    goal: 50_000,
    make: (random) => transaction(random, random.address(), transfer(random)),
  },
  {
    name: 'nested multicalls (Safe, multicall, 4 calls)',
    goal: 10_000,
    make: (random) => transaction(random, random.address(), inSafe(random, inMulticall(random))),
  },
  {
    name: 'nested multicalls (ERC-4337, Safe, multicall, 4 calls)',
    goal: 10_000,
    make: (random) =>
      transaction(random, '0x0000000071727de22e5e9d8baf0edac6f37da032', inOperation(random, inMulticall(random))),
  },
]

function transaction(random: Random, to: string, data: string, value = 0n): Transaction {
  return { chainId: '1', from: random.address(), to, value, data }
}

function transfer(random: Random): string {
  return call('0xa9059cbb', word(random.address()), word(random.next() + 1))
}

function inMulticall(random: Random): string {
  const approval = call('0x095ea7b3', word(random.address()), word(2n ** 256n - 1n))
  const calls = [approval, transfer(random), transfer(random), transfer(random)]
  return call('0xac9650d8', list(...calls.map(bytes)))
}

function inSafe(random: Random, data: string): string {
  const refund = [0, 0, 0, 0, 0].map(word)
  const signatures = bytes(random.hex(65))
  return call('0x6a761202', word(random.address()), word(0), bytes(data), word(0), ...refund, signatures)
}

function inOperation(random: Random, data: string): string {
  const executed = call('0xb61d27f6', word(random.address()), word(0), bytes(inSafe(random, data)))
  const operation = tuple(
    ...[word(random.address()), word(1), bytes(''), bytes(executed), word(random.hex(32)), word(50_000)],
    ...[word(random.hex(32)), bytes(''), bytes(random.hex(65))],
  )
  return call('0x765e827f', list(operation), word(random.address()))
}

/** Half of them are known contracts, compared with lookalikes. */
function knowledge(random: Random): Knowledge {
  const known = new Knowledge()
  for (let index = 0; index < KNOWN; index++) known.add(recordOf(random.address(), index), 'bench')
  return known
}

function recordOf(key: string, index: number): FeedRecord {
  return index % 2 === 0
    ? { key, chainIds: ['1'], kind: 'protocol', label: `Protocol ${index}`, imitable: true }
    : { key, chainIds: [], kind: 'malicious', severity: 90, label: `Phishing ${index}` }
}

/** Processor time of this thread (ms). */
function spentMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** Transactions per second in the median round. */
function measure<T>(cases: readonly T[], work: (each: T) => unknown): number {
  const rates: number[] = []
  for (let round = -1; round < ROUNDS; round++) {
    const start = spentMs()
    let done = 0
    while (spentMs() - start < ROUND_MS) {
      for (const each of cases) work(each)
      done += cases.length
    }
    if (round >= 0) rates.push((done * 1000) / (spentMs() - start))
  }
  return rates.sort((a, b) => a - b)[ROUNDS >> 1] ?? 0
}

const known = knowledge(new Random(1))
const figures: Figure[] = []
for (const { name, goal, make } of kinds) {
  const random = new Random(2)
  const transactions = Array.from({ length: DIFFERENT }, () => make(random))
  const cases = transactions.map((each) => ({ transaction: each, evidence: evidenceOf(analyze(each), known) }))
  const engine = measure(cases, ({ transaction, evidence }) => assessRisk(analyze(transaction), evidence, policy))
  const withLookUp = measure(transactions, (each) => judged(each, known))
  figures.push({
    name,
    measured: `${rateText(withLookUp)} with look-ups,`,
    value: engine,
    unit: '/s',
    goal: { atLeast: goal },
  })
}
publish({ bench: 'engine', how: `transactions a second on one core, median of ${ROUNDS}`, figures })
