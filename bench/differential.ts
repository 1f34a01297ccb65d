import { spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { type Request, requests } from './differential/requests.ts'

/**
 * Compares the responses of two checkouts to the same transactions and messages: verdict, score, reasons, sentences, the
 * whole body. Each runs its service in a process of its own, offline on SQLite. `--against FOLDER`: the other checkout;
 * `--rows N`, `--seed N`, `--shown N` differences in full. Exits with 1 if there is a difference.
 */
const { values } = parseArgs({
  options: {
    against: { type: 'string' },
    rows: { type: 'string', default: '200000' },
    seed: { type: 'string', default: '1' },
    shown: { type: 'string', default: '10' },
  },
})
if (values.against === undefined) throw new Error('--against FOLDER is missing')
/** How far the writer may be ahead of the responses. */
const AHEAD = 2_000

const progress = new EventEmitter()
const builds = [resolve(values.against), resolve(import.meta.dirname, '..')].map((checkout) => {
  const argv = [join(import.meta.dirname, 'differential/responses.ts'), checkout]
  const { stdin, stdout } = spawn(process.execPath, argv, { stdio: ['pipe', 'pipe', 'inherit'] })
  const responses: string[] = []
  const lines = createInterface({ input: stdout })
  lines.on('line', (line) => {
    responses.push(line)
    compare()
  })
  return { stdin, responses, ended: once(lines, 'close') }
})
const open: Request[] = []
const names = new Map<string, number>()
const statuses = new Map<string, number>()
let compared = 0
let different = 0

/** What both builds have answered. */
function compare(): void {
  while (builds.every(({ responses }) => responses.length > 0)) {
    const [before = '', after = ''] = builds.map(({ responses }) => responses.shift())
    const request = open.shift() as Request
    compared++
    count(statuses, `${request.path} ${after.slice(0, 3)}`)
    if (before !== after) report(request, before, after)
  }
  progress.emit('compared')
}

function report({ name, body }: Request, before: string, after: string): void {
  count(names, name.replace(/^.*?: /, ''))
  if (++different > Number(values.shown)) return
  const at = Array.from(before).findIndex((each, index) => each !== after[index])
  const [old, current] = [before, after].map((text) => text.slice(Math.max(0, at - 120), at + 200))
  process.stdout.write(`${name}\n  ${JSON.stringify(body).slice(0, 2_000)}\n  - …${old}…\n  + …${current}…\n`)
}

function count(map: Map<string, number>, key: string): void {
  map.set(key, (map.get(key) ?? 0) + 1)
}

for (const request of requests(Number(values.seed)).take(Number(values.rows))) {
  open.push(request)
  const line = `${JSON.stringify(request)}\n`
  for (const { stdin } of builds) stdin.write(line)
  while (open.length > AHEAD) await once(progress, 'compared')
}
for (const { stdin } of builds) stdin.end()
await Promise.all(builds.map(({ ended }) => ended))

for (const [name, times] of [...names, ...statuses]) process.stdout.write(`${times} × ${name}\n`)
process.stdout.write(`${compared} compared, ${different} different, ${open.length} without a response\n`)
if (different + open.length > 0) process.exitCode = 1
