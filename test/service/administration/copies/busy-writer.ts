import { randomBytes } from 'node:crypto'
import { openService } from '../../../../src/service/index.ts'
import { systemClock } from '../../../../src/shared/time/clock.ts'

/** A process that adds control list entries, printing the id of each as it is answered, until its stdin ends. */
const [, , database = ''] = process.argv
const service = await openService({
  database,
  env: {},
  clock: systemClock,
  random: (length) => randomBytes(length),
  report: (error) => {
    throw error
  },
})
let isOver = false
process.stdin.on('end', () => {
  isOver = true
})
process.stdin.resume()
while (!isOver) {
  const answer = await service.handle(
    {
      method: 'POST',
      path: '/api/v2/management/control-lists',
      query: '',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ address: `0x${randomBytes(20).toString('hex')}`, type: 'BLOCK', productType: 'SONAR' }),
    },
    { kind: 'in-process' },
  )
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.body}`)
  process.stdout.write(`${(JSON.parse(answer.body) as { controlListId: string }).controlListId}\n`)
}
await service.close()
