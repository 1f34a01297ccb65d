import { AddressTable } from '../src/service/chain/blocks/address-table.ts'
import { readCheckedBlock } from '../src/service/chain/blocks/read-checked-block.ts'
import type { RpcNode } from '../src/service/chain/rpc/json-rpc.ts'
import { chainShapes, generateBlock } from '../test/support/chain/generated-blocks.ts'
import { Random } from './detection/random.ts'
import { type Figure, median, publish, rateText } from './figures/report.ts'

/**
 * Blocks a follower can read: parsing, checking and matching blocks of mainnet's shape against a million addresses, in
 * turns with JSON.parse of the same texts, which is the ceiling. Processor time of one thread; a node that answers at once.
 */
const MONITORED = 1_000_000
const ROUNDS = 9
const TIMESTAMP = 1_700_000_000

interface Texts {
  readonly block: string
  readonly receipts: string
}

/** Two transactions of the block are of watched addresses. */
function textsOf(transactions: number, watched: readonly [string, string]): Texts {
  const [mainnet] = chainShapes
  if (mainnet === undefined) throw new Error('no shapes')
  const delegations = Math.round((7 * transactions) / 1000)
  const { block, receipts } = generateBlock({ ...mainnet, transactions, delegations }, transactions, {
    timestamp: TIMESTAMP,
    wanted: [
      { from: watched[0], to: watched[1], amount: 1n },
      { token: watched[0], from: watched[1], to: watched[0], amount: 1n },
    ],
  })
  return { block: fresh(JSON.stringify(block)), receipts: fresh(JSON.stringify(receipts)) }
}

/** As from the network: one flat string of one byte a character. */
function fresh(text: string): string {
  return Buffer.from(text).toString('utf8')
}

function nodeOf({ block, receipts }: Texts): RpcNode {
  return {
    host: 'bench',
    takesBatches: () => true,
    send: async (requests) =>
      requests.map(({ method }) => ({
        result: JSON.parse(method === 'eth_getBlockReceipts' ? receipts : block) as unknown,
      })),
  }
}

/** Processor time of the work (ms). */
async function timed(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

async function blockFigures(transactions: number, table: AddressTable, watched: readonly [string, string]) {
  const texts = textsOf(transactions, watched)
  const rpc = nodeOf(texts)
  const request = { chainId: '1', url: '', block: transactions, receipts: 'receipts', timeoutMs: 0 } as const
  const repeats = Math.ceil(60_000 / transactions)
  const read = async () => {
    for (let at = 0; at < repeats; at++) {
      const { block } = await readCheckedBlock(rpc, request, table, Infinity)
      if (!('matched' in block) || block.matched.length !== 2) throw new Error('the block was not read')
    }
  }
  const parse = () => {
    for (let at = 0; at < repeats; at++) {
      JSON.parse(texts.block)
      JSON.parse(texts.receipts)
    }
  }
  const shares: number[] = []
  const rates: number[] = []
  await read()
  parse()
  for (let round = 0; round < ROUNDS; round++) {
    const parsing = await timed(parse)
    const reading = await timed(read)
    shares.push(parsing / reading)
    rates.push((1000 * repeats * transactions) / reading)
  }
  const size = ((texts.block.length + texts.receipts.length) / 1e6).toFixed(2)
  const name = `block of ${transactions.toLocaleString('en')} transactions, ${size} MB`
  const figures: Figure[] = [
    {
      name: `${name}: of JSON.parse`,
      measured: rateText(median(rates)),
      value: median(shares),
      against: 'JSON.parse',
      goal: { atLeast: 0.6 },
    },
    {
      name: `${name}: transactions`,
      measured: '',
      value: median(rates),
      unit: '/s',
      goal: { atLeast: 60_000 },
    },
  ]
  return figures
}

async function tableFigures(table: AddressTable): Promise<Figure[]> {
  const COUNT = 200_000
  const random = new Random(1_000_033)
  const text = JSON.stringify(Array.from({ length: COUNT }, () => random.address()))
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const addresses = JSON.parse(text) as readonly string[]
    let hits = 0
    const spent = await timed(() => {
      for (const address of addresses) if (table.has(address, 2)) hits++
    })
    if (hits > 0) throw new Error('a false hit')
    times.push((1000 * spent) / COUNT)
  }
  return [
    {
      name: 'memory of a million addresses',
      measured: '',
      value: table.buffer.byteLength / 1e6,
      unit: 'MB',
      goal: { atMost: 25 },
    },
    { name: 'look-up among them', measured: '', value: median(times), unit: 'µs', goal: { atMost: 0.7 } },
  ]
}

const random = new Random(1_000_003)
const watched = [random.address(), random.address()] as const
const table = AddressTable.of(watched)
while (table.size < MONITORED) table.add(random.address())

publish({
  bench: 'follow',
  how: `${MONITORED.toLocaleString('en')} monitored addresses; one thread; ${ROUNDS} rounds in turns with JSON.parse, medians`,
  figures: [
    ...(await tableFigures(table)),
    ...(await blockFigures(200, table, watched)),
    ...(await blockFigures(5_000, table, watched)),
  ],
})
