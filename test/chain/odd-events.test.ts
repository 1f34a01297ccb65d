import { expect } from 'vitest'
import { startAnvil } from '../support/chain/anvil.ts'
import { makeCli } from '../support/cli.ts'
import { needs } from '../support/needs.ts'

const FROM = '0x7e57e185f01f2900f3b969962d790bd76275007a'
const CONTRACT = '0x9f3c41d27aa05b1c88e0d4f6b72519ce30a48d15'
const events = {
  transfer: 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
  approval: '8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925',
}

/** Emits an event of no data with so many topics, the first of which names it: PUSH1 5 and so on, PUSH32, LOGn. */
const emitting = (event: string, topics: number) => `0x${'6005'.repeat(topics - 1)}7f${event}60006000a${topics}00`

needs('anvil').test('events with fewer arguments than their name says cost no verdict', async () => {
  await using anvil = await startAnvil()
  const cli = makeCli()
  for (const [name, event] of Object.entries(events))
    for (const topics of [1, 2, 3, 4]) {
      await anvil.rpc('anvil_setCode', CONTRACT, emitting(event, topics))
      const transaction = ['--chain', '1', '--from', FROM, '--to', CONTRACT, '--data', '0x12345678']
      const argv = ['validate', ...transaction, '--chain-timeout', '10s', '--json']
      const { stdout, stderr } = await cli(argv, { env: { TXWARDEN_CHAIN_ETHEREUM_URL: anvil.url } })
      const result = JSON.parse(stdout === '' ? '{}' : stdout)
      expect(result.simulation?.status, `${name} with ${topics} topics: ${stderr}`).toBe('ok')
    }
})
