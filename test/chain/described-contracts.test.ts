import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as AbiFunction from 'ox/AbiFunction'
import { expect, onTestFinished } from 'vitest'
import { startAnvil } from '../support/chain/anvil.ts'
import { makeCli } from '../support/cli.ts'
import { needs } from '../support/needs.ts'

const { test } = needs('anvil')

const SENDER = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const PROXY = '0x7e57c0de0000000000000000000000000000aa01'
const LOGIC = '0x7e57c0de0000000000000000000000000000aa02'
const COPY = '0x7e57c0de0000000000000000000000000000aa04'
const OTHER_LOGIC = '0x7e57c0de0000000000000000000000000000aa03'
/** keccak256 of `eip1967.proxy.implementation` less one. */
const SLOT = '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc'

const pause = AbiFunction.encodeData(AbiFunction.from('function pauseDepositsOfVault()'))
const EFFECTS = 'functions:\n  - {call: "pauseDepositsOfVault()", effects: []}\n'
/** Code that returns, of a size that no clone has. */
const code = (byte: string) => `0x00${byte.repeat(160)}`

interface Validated {
  readonly coverage: string
  readonly explanation: { readonly missing: readonly string[] }
}

async function setUp() {
  const anvil = await startAnvil({ chainId: 8453 })
  onTestFinished(() => anvil.stop())
  const cli = makeCli()
  const send = async (method: string, ...params: unknown[]) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const answer = await fetch(anvil.url, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
    const { error } = (await answer.json()) as { error?: { message: string } }
    if (error) throw new Error(error.message)
  }
  const pointAt = (logic: string) => send('anvil_setStorageAt', PROXY, SLOT, `0x${logic.slice(2).padStart(64, '0')}`)
  await send('anvil_setCode', PROXY, code('5b'))
  await send('anvil_setCode', LOGIC, code('5c'))
  await send('anvil_setCode', OTHER_LOGIC, code('5d'))
  await pointAt(LOGIC)
  const file = join(cli.home, 'vault.yaml')
  const withNode = { env: { TXWARDEN_CHAIN_BASE_URL: anvil.url } }
  const add = (address: string, options = {}, effects = EFFECTS) => {
    writeFileSync(file, effects)
    return cli(['contract', 'add', address, '--chain', 'base', '--effects', file, '--json'], options)
  }
  const validate = async (options = {}, to = PROXY) => {
    const argv = ['validate', '--chain', 'base', '--from', SENDER, '--to', to, '--data', pause, '--explain']
    return JSON.parse((await cli([...argv, '--json', '--fail-on', 'never'], options)).stdout) as Validated
  }
  const doctor = async (options = {}) => {
    const { code, stdout } = await cli(['doctor', '--json'], options)
    const { content: checks } = JSON.parse(stdout) as {
      content: { check: string; level: string; text: string; try?: string }[]
    }
    return { code, contracts: checks.filter(({ check }) => check === 'contracts') }
  }
  return { cli, add, validate, doctor, pointAt, send, withNode }
}

test('functions of a proxy are known by name while it runs other code, until it is added again', async () => {
  const { add, validate, doctor, pointAt, send, withNode } = await setUp()
  const added = JSON.parse((await add(PROXY, withNode)).stdout)
  expect(added.code.implementation.address.toLowerCase()).toBe(LOGIC)
  const read = await validate(withNode)
  expect(read.coverage).toBe('partial')
  expect(read.explanation.missing.join()).not.toMatch(/Implementation|Code of/)
  // Without a node it counts, with the remark.
  const offline = await validate()
  expect(offline.coverage).toBe('partial')
  expect(offline.explanation.missing.join()).toMatch(/Implementation of 0x7E57c0de\S+ not checked/)

  // Described without a node, nothing can be compared.
  await add(PROXY)
  expect((await doctor(withNode)).contracts).toMatchObject([{ level: 'warn' }])
  await add(PROXY, withNode)

  await pointAt(OTHER_LOGIC)
  const changed = await validate(withNode)
  expect(changed.coverage).toBe('none')
  expect(changed.explanation.missing.join()).toMatch(/Code of 0x7E57c0de\S+ or its implementation is another one/)
  expect(changed.explanation.missing.join()).toContain('Effects of pauseDepositsOfVault')

  const found = await doctor(withNode)
  expect(found).toMatchObject({ code: 13, contracts: [{ level: 'fail' }] })
  expect(found.contracts[0]?.text).toMatch(/^0x7E57c0de\w+ on base: other code than when it was described/)
  expect(found.contracts[0]?.try).toMatch(/^txwarden contract add 0x7E57c0de\w+ --chain base --effects <file>$/)

  await add(PROXY, withNode)
  expect((await validate(withNode)).coverage).toBe('partial')
  expect((await doctor(withNode)).contracts).toMatchObject([{ level: 'pass' }])
  // The same implementation with other code.
  await send('anvil_setCode', OTHER_LOGIC, code('5e'))
  expect((await validate(withNode)).coverage).toBe('none')
})

test('a proxy is read through its implementation, where a node shows it, and not known by it', async () => {
  const { add, validate, pointAt, withNode } = await setUp()
  await add(LOGIC, withNode)
  const { coverage, explanation } = await validate(withNode)
  expect(explanation.missing.join()).not.toContain('pauseDepositsOfVault')
  expect(explanation.missing.join()).toMatch(/is not described: its functions are read as those of 0x7E57c0De\w+02/i)
  // Anyone can deploy a proxy that names this implementation.
  expect(coverage).toBe('simulated')
  expect((await validate()).explanation.missing.join()).toContain('Unknown selector')
  await pointAt(OTHER_LOGIC)
  expect((await validate(withNode)).explanation.missing.join()).toContain('Unknown selector')
})

test('the same code elsewhere is read, where a node shows it, and not known by it', async () => {
  const { add, validate, send, withNode } = await setUp()
  await add(LOGIC, withNode)
  await send('anvil_setCode', COPY, code('5c'))
  const { coverage, explanation } = await validate(withNode, COPY)
  expect(explanation.missing.join()).not.toContain('pauseDepositsOfVault')
  expect(explanation.missing.join()).toMatch(/is not described: its functions are read as those of/)
  expect(coverage).toBe('simulated')
  expect((await validate({}, COPY)).explanation.missing.join()).toContain('Unknown selector')
  await send('anvil_setCode', COPY, code('5d'))
  expect((await validate(withNode, COPY)).explanation.missing.join()).toContain('Unknown selector')

  // What is written out for one contract may be another address in the storage of the copy.
  await send('anvil_setCode', COPY, code('5c'))
  const literal = `[{kind: transfer, asset: {token: "${COPY}"}, to: "@contract"}]`
  await add(LOGIC, withNode, EFFECTS.replace('[]', literal))
  expect((await validate(withNode, COPY)).explanation.missing.join()).toContain('Effects of pauseDepositsOfVault')
})
