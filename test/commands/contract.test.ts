import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as AbiFunction from 'ox/AbiFunction'
import { describe, expect, test } from 'vitest'
import { type Cli, makeCli } from '../support/cli.ts'

const VAULT = '0x7e57C0DE0000000000000000000000000000aA01'.toLowerCase()
const SENDER = '0x7e57000000000000000000000000000000000001'
const PAYEE = '0x7e57000000000000000000000000000000000002'
const USDC = '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'

const payOut = AbiFunction.from('function payOutFromVault(address to, uint256 amount)')
const DATA = AbiFunction.encodeData(payOut, [PAYEE, 500_000_000n])

const EFFECTS = `functions:
  - {call: "payOutFromVault(address to, uint256 amount)", effects: [{kind: transfer, asset: {token: "${USDC}", amount: amount}, from: "@contract", to: to}]}
`
const ABI = [
  {
    ...{ type: 'function', name: 'payOutFromVault', stateMutability: 'nonpayable', outputs: [] },
    inputs: [
      { name: 'to', type: 'address' },
      { name: 'amount', type: 'uint256' },
    ],
  },
  { type: 'function', name: 'total', stateMutability: 'view', inputs: [], outputs: [{ name: '', type: 'uint256' }] },
  { type: 'event', name: 'PaidOut', inputs: [] },
]

interface Validated {
  readonly verdict: string
  readonly coverage: string
  readonly combinedScore: number
  readonly explanation: { readonly actions: readonly string[]; readonly missing: readonly string[] }
}

const validate = async (cli: Cli, data: string = DATA) => {
  const argv = ['validate', '--chain', 'base', '--from', SENDER, '--to', VAULT, '--data', data, '--explain', '--json']
  return JSON.parse((await cli([...argv, '--fail-on', 'never'])).stdout) as Validated
}

const write = (cli: Cli, name: string, text: string) => {
  const file = join(cli.home, name)
  writeFileSync(file, text)
  return file
}

const addEffects = (cli: Cli, text = EFFECTS) =>
  cli(['contract', 'add', VAULT, '--chain', 'base', '--effects', write(cli, 'vault.yaml', text), '--name', 'vault'])

describe('contract add', () => {
  test('an effects file makes a call read, from the next verdict on', async () => {
    const cli = makeCli()
    const before = await validate(cli)
    expect(before).toMatchObject({ coverage: 'none', combinedScore: 0 })
    expect(before.explanation.missing).toContain(`Unknown selector ${DATA.slice(0, 10)}`)
    expect(await addEffects(cli)).toMatchObject({ code: 0 })
    const after = await validate(cli)
    expect(after.explanation.actions).toEqual([expect.stringContaining('500 USDC')])
    expect(after.explanation.missing).not.toContain(`Unknown selector ${DATA.slice(0, 10)}`)
    await cli(['contract', 'remove', VAULT, '--yes'])
    expect((await validate(cli)).explanation.missing).toContain(`Unknown selector ${DATA.slice(0, 10)}`)
  })

  test('an ABI alone names the function, and the verdict stays NO DATA', async () => {
    const cli = makeCli()
    const artefact = write(cli, 'Vault.json', JSON.stringify({ abi: ABI, bytecode: { object: '0x60' } }))
    await cli(['contract', 'add', VAULT, '--chain', 'base', '--abi', artefact])
    const named = await validate(cli)
    expect(named.coverage).toBe('none')
    expect(named.explanation.missing).toContain(
      `Effects of payOutFromVault (${DATA.slice(0, 10)}) not known, only its arguments`,
    )
  })

  test('is shown with selectors and status, and replaced by the next one', async () => {
    const cli = makeCli()
    const abi = write(cli, 'abi.json', JSON.stringify(ABI))
    const effects = write(cli, 'effects.yaml', EFFECTS)
    await cli(['contract', 'add', VAULT, '--chain', 'base', '--abi', abi, '--effects', effects, '--name', 'vault'])
    const shown = JSON.parse((await cli(['contract', 'show', VAULT, '--json'])).stdout)
    expect(shown).toMatchObject({
      ...{ chainId: '8453', name: 'vault', source: 'operator' },
      functions: [
        {
          ...{ selector: DATA.slice(0, 10), signature: 'payOutFromVault(address,uint256)', status: 'read' },
          effects: [{ kind: 'transfer', asset: { token: USDC, amount: 'amount' }, from: '@contract', to: 'to' }],
        },
        { signature: 'total()', effects: [], status: 'named' },
      ],
    })
    expect(shown.address.toLowerCase()).toBe(VAULT)
    await cli(['contract', 'add', VAULT, '--chain', 'base', '--abi', abi])
    const { functions } = JSON.parse((await cli(['contract', 'show', VAULT, '--json'])).stdout)
    expect(functions.map(({ status }: { status: string }) => status)).toEqual(['named', 'named'])
    expect(JSON.parse((await cli(['contract', 'list', '--json'])).stdout)).toMatchObject({ totalElements: 1 })
  })
})
