import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { testAddresses } from '../../src/service/intel/baseline-records.ts'
import { callData, MAX_UINT256 } from '../service/risk/call-data.ts'
import { wrapInMulticall, wrapInSafe } from '../service/risk/wrapping.ts'
import { makeCli, test } from '../support/cli.ts'

const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const DRAINER = testAddresses.drainer
const SAFE = '0x7E57E185F01f2900F3b969962D790bD76275007A'

const approval = callData.approve(DRAINER, MAX_UINT256)
const wrapped = wrapInSafe(USDC, 0n, wrapInMulticall(approval, callData.transfer(DRAINER, 7n)))
const decode = ['tx', 'decode']

describe('on a terminal, a tree', () => {
  test('with known names of the chain, and addresses involved', async () => {
    const { code, stdout, stderr } = await makeCli()(
      [...decode, '--chain', 'ethereum', '--to', SAFE, '--data', wrapped],
      { tty: true },
    )
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toBe(
      [
        `Safe ${SAFE} approves ${DRAINER} to take unlimited USDC from itself, through multicall`,
        `Safe ${SAFE} pays 0.000007 USDC to ${DRAINER}, through multicall`,
        '',
        `execTransaction on ${SAFE} → 1 call`,
        `  multicall on USD Coin (USDC) ${USDC} → 2 calls`,
        `    approve on USD Coin (USDC) ${USDC}: spender test drainer ${DRAINER}, amountOrId unlimited`,
        `    transfer on USD Coin (USDC) ${USDC}: to test drainer ${DRAINER}, amount 7 (0.000007 USDC)`,
        '',
        'Addresses involved:',
        `  target   ${SAFE}`,
        `  token    ${USDC}  USD Coin (USDC)`,
        `  spender  ${DRAINER}  test drainer`,
        '',
      ].join('\n'),
    )
  })

  test('of call data alone, without a target', async () => {
    const { stdout } = await makeCli()([...decode, '--data', approval.slice(2)], { tty: true })
    expect(stdout).toBe(
      [
        `approves ${DRAINER} to take an unlimited amount of the called contract from the sender`,
        '',
        `approve on the called contract: spender test drainer ${DRAINER}, amountOrId unlimited`,
        '',
        'Addresses involved:',
        `  spender  ${DRAINER}  test drainer`,
        '',
      ].join('\n'),
    )
  })

  test('of a native transfer, in the currency of the chain', async () => {
    const argv = [...decode, '--chain', 'bsc', '--to', SAFE, '--value', '1.5ether', '--data', '0x']
    expect((await makeCli()(argv, { tty: true })).stdout).toContain(`send 1.5 BNB to ${SAFE}`)
  })
})

describe('to a pipe, a line per call', () => {
  test('with depth, status, operation, target, value, selector, signature and arguments', async () => {
    const { stdout } = await makeCli()([...decode, '--to', SAFE, '--data', wrapped])
    expect(
      stdout
        .trim()
        .split('\n')
        .map((line) => line.split('\t').slice(0, 7)),
    ).toEqual([
      [
        '0',
        'decoded',
        'call',
        SAFE,
        '0',
        '0x6a761202',
        'execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)',
      ],
      ['1', 'decoded', 'call', USDC, '0', '0xac9650d8', 'multicall(bytes[])'],
      ['2', 'decoded', 'call', USDC, '0', '0x095ea7b3', 'approve(address,uint256)'],
      ['2', 'decoded', 'call', USDC, '0', '0xa9059cbb', 'transfer(address,uint256)'],
    ])
  })

  test('or selected fields', async () => {
    const argv = [...decode, '--data', approval, '--fields', 'name,args.spender']
    expect((await makeCli()(argv)).stdout).toBe(`approve\t${DRAINER}\n`)
    expect(await makeCli().json(argv)).toEqual({
      status: 'complete',
      actions: [`approves ${DRAINER} to take an unlimited amount of the called contract from the sender`],
      calls: [{ name: 'approve', args: { spender: DRAINER } }],
    })
  })
})

test('JSON has the whole tree, amounts as strings and addresses with checksum', async () => {
  expect(await makeCli().json([...decode, '--from', SAFE, '--to', USDC, '--data', approval])).toEqual({
    status: 'complete',
    bounds: [],
    missing: [],
    actions: [`approves ${DRAINER} to take an unlimited amount of ${USDC} from the sender`],
    call: {
      status: 'decoded',
      reading: 'read',
      operation: 'call',
      actor: SAFE,
      to: USDC,
      value: '0',
      selector: '0x095ea7b3',
      name: 'approve',
      signature: 'approve(address,uint256)',
      args: { spender: DRAINER, amountOrId: String(MAX_UINT256) },
      calls: [],
    },
    subjects: [
      { address: SAFE, role: 'sender' },
      { address: USDC, role: 'token' },
      { address: DRAINER, role: 'spender', name: 'test drainer' },
    ],
    lines: [`approve on ${USDC}: spender test drainer ${DRAINER}, amountOrId ${'unlimited'}`],
  })
})

describe('a file', () => {
  test('is read as in validate, and flags take precedence', async ({ cli }) => {
    const file = join(cli.home, 'tx.json')
    writeFileSync(file, JSON.stringify({ transaction: { chainId: 1, from: SAFE, to: SAFE, data: approval } }))
    const { stdout } = await cli([...decode, '--file', file, '--to', USDC], { tty: true })
    expect(stdout).toContain(`approve on USD Coin (USDC) ${USDC}: spender`)
  })

  test('without a recipient creates a contract', async () => {
    const { stdout } = await makeCli()([...decode, '--file', '-'], {
      stdin: JSON.stringify({ chainId: '1', from: SAFE, data: '0x6080' }),
      tty: false,
      env: { TXWARDEN_OUTPUT: 'table' },
    })
    expect(stdout).toBe(
      `creates a contract (2 bytes of code)\n\ncreate a contract from 2 bytes\n\nAddresses involved:\n  sender  ${SAFE}\n`,
    )
  })

  test('may have authorizations (EIP-7702), with their delegates as subjects', async () => {
    const authorizations = [{ chainId: 0, address: DRAINER, nonce: '0x5' }]
    expect(
      await makeCli().json([...decode, '--file', '-'], {
        stdin: JSON.stringify({ chainId: '1', from: SAFE, to: USDC, authorizations }),
      }),
    ).toMatchObject({ subjects: [{}, {}, { address: DRAINER, role: 'delegate' }] })
  })
})

describe('invalid input', () => {
  test.each([
    ['neither data nor a file', [], 2, 'tx decode needs --data, or --file'],
    ['data that is no hex', ['--data', '0xabc'], 2, '--data: "0xabc" is not call data'],
    ['a recipient that is no address', ['--data', '0x', '--to', '0x12'], 2, '"0x12"'],
    ['a chain that is not known', ['--data', '0x', '--chain', 'moon'], 2, '"moon" is not a chain'],
    ['a value that is none', ['--data', '0x', '--value', 'much'], 2, '"much" is not an amount'],
  ])('%s is rejected', async (_, argv, code, text) => {
    const refused = await makeCli()([...decode, ...argv])
    expect({ code: refused.code, stdout: refused.stdout }).toEqual({ code, stdout: '' })
    expect(refused.stderr).toContain(text)
  })

  test('truncated call data is reported, and is not an error', async () => {
    const { code, stdout } = await makeCli()([...decode, '--data', approval.slice(0, -2)], { tty: true })
    expect(code).toBe(0)
    expect(stdout).toContain('does not decode: it is shorter than its arguments')
  })
})

test('opens and creates nothing, not even the database', async () => {
  const cli = makeCli({ withDatabase: false })
  await cli([...decode, '--data', approval])
  expect(readdirSync(cli.home)).toEqual([])
})

test('amounts of known tokens have their decimals', async () => {
  const { stdout } = await makeCli()(['tx', 'decode', '--file', 'examples/transfer-to-blocked.json', '-o', 'table'])
  expect(stdout).toContain('amount 250000000000 (250,000 USDC)')
})
