import { expect } from 'vitest'
import { startAnvil } from '../support/chain/anvil.ts'
import { headOf, simulateOn } from '../support/chain/simulate-on.ts'
import { needs } from '../support/needs.ts'

const sender = `0x7e57${'00'.repeat(17)}01`
const contract = `0x7e57${'00'.repeat(17)}02`
const ETHER = 10n ** 18n

/** Returns what it is paid where the block has no fee recipient, and keeps it where it has one. */
const REFUNDS_IN_SIMULATIONS = '0x41600d575f5f5f5f34335af1005b00'

for (const [name, feeRecipient] of [
  ['no fee recipient', undefined],
  ['a fee recipient', '0x4838b106fce9647bdf1e7877bf73ce8b0bad5f97'],
] as const)
  needs('anvil').test(
    `a contract that looks for a fee recipient is found on a chain with ${name} in its headers`,
    async () => {
      await using node = await startAnvil()
      if (feeRecipient) await node.rpc('anvil_setCoinbase', feeRecipient)
      await node.rpc('anvil_setBalance', sender, `0x${(10n * ETHER).toString(16)}`)
      await node.rpc('anvil_setCode', contract, REFUNDS_IN_SIMULATIONS)
      await node.rpc('evm_mine')
      expect((await headOf(node.rpc)).feeRecipient).toBe(feeRecipient ?? `0x${'00'.repeat(20)}`)
      const { simulation } = await simulateOn(node.rpc, { from: sender, to: contract, value: ETHER })
      expect(simulation.changes).toMatchObject([{ owner: sender, amount: -ETHER }])
      expect(simulation.differences).toMatchObject([{ plain: 0n, realistic: -ETHER }])
    },
  )
