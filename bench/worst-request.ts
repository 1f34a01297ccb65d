import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isAddition } from '../src/api/operations/operation.ts'
import { type OperationId, operation, operationIds } from '../src/api/operations/operations.ts'
import { openService } from '../src/service/index.ts'
import { systemClock } from '../src/shared/time/clock.ts'
import { type Bodies, callData, listed, messages, shapesOf, traces } from './worst/bodies.ts'
import { longestTurn, type Turns } from './worst/turns.ts'

/**
 * Processor time of the most expensive requests: for every operation with a body, every shape of JSON in every member, and
 * for the validations call data, traces and messages of many kinds, all as large as a body may be. Prints the processor
 * time of each, and its longest part without a turn of the event loop, during which no other request is answered.
 * `--operation ID`, `--top N`, `--no-shapes`.
 */
const option = (name: string) => process.argv[process.argv.indexOf(name) + 1 || process.argv.length]
const has = (name: string) => process.argv.includes(name)
const only = option('--operation')
const top = Number(option('--top') ?? 25)
const ROUNDS = 2

interface Measured extends Turns {
  readonly id: OperationId
  readonly name: string
  readonly status: number
}

const folder = mkdtempSync(join(tmpdir(), 'txwarden-worst-'))
const service = await openService({
  database: join(folder, 'local.db'),
  keyFolder: folder,
  env: {},
  clock: systemClock,
  random: randomBytes,
  report: (error) => {
    throw error
  },
})
const keys = {
  validation: (await service.keys.create('validation')).key,
  management: (await service.keys.create('management')).key,
}

const feed = join(folder, 'listed.csv')
writeFileSync(feed, ['address,kind', ...listed.map((address) => `${address},malicious`)].join('\n'))
await (await service.intel()).import({ from: { path: feed }, format: 'addresses' })

const specific: Readonly<Partial<Record<OperationId, Bodies>>> = {
  validateTransaction: { ...callData, ...traces },
  validateTypedData: messages,
}

async function send(id: OperationId, body: string): Promise<number> {
  const { method, path, key } = operation(id)
  const response = await service.handle(
    {
      method,
      path: path.replace(/\{[^{}]+\}/g, 'none'),
      query: '',
      headers: { 'content-type': 'application/json', 'x-api-key': keys[key], 'x-validation-product': 'SONAR' },
      body,
    },
    { kind: 'network', address: '192.0.2.1' },
  )
  return response.status
}

const measured: Measured[] = []
for (const id of operationIds.filter((each) => only === undefined || each === only))
  for (const [name, make] of Object.entries({ ...specific[id], ...(has('--no-shapes') ? {} : shapesOf(id)) })) {
    const body = make()
    let best: Measured | undefined
    for (let round = 0; round < ROUNDS; round++) {
      let status = 0
      const turns = await longestTurn(async () => {
        status = await send(id, body)
      })
      if (!best || turns.longest < best.longest) best = { id, name, status, ...turns }
    }
    if (best) measured.push(best)
  }
await service.close()
rmSync(folder, { recursive: true })

measured.sort((a, b) => b.longest - a.longest)
for (const { id, name, status, longest, total } of measured.slice(0, top))
  process.stdout.write(
    `${longest.toFixed(0).padStart(6)} ms of ${total.toFixed(0).padStart(6)} ms  ${status}  ${id}${isAddition(operation(id)) ? ' (addition)' : ''}: ${name}\n`,
  )
process.stdout.write(`${measured.length} requests\n`)
