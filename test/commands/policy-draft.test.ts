import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { callData, MAX_UINT256, word } from '../service/risk/call-data.ts'
import { array, bytes, call, value } from '../service/risk/encoding.ts'
import { type Cli, test } from '../support/cli.ts'
import { seededRandom } from '../support/deterministic.ts'

const SENDER = '0x7E57E185F01f2900F3b969962D790bD76275007A'
const OTHER_SENDER = '0x52908400098527886E0F7030069857D2E4169EE7'
const PAYEE = '0x7E57aD044Cf326F43274a51e5e590fCFeCc3EbA5'
const FRIEND = '0xabcd1111222233334444555566667777888899ff'
const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const WETH = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const DAI = '0x6B175474E89094C44Da98b954EedeAC495271d0F'
const ROUTER = '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D'
const SAFE = '0x5AfE00000000000000000000000000000000cAfE'
const UNLISTED = '0x1234567890123456789012345678901234567890'
const MULTISEND = '0x9641d764fc13c8B624c04430C7356C1C7C8102e2'
const POSITIONS = '0xC36442b4a4522E871399CD717aBDD847Ab11FE88'
const DOLLAR = 10n ** 6n
const ETHER = 10n ** 18n
const DAY = 86_400_000

interface Tx {
  readonly from?: string
  readonly to?: string
  readonly data?: string
  readonly value?: bigint
}

async function send(cli: Cli, { from = SENDER, to, data, value: wei = 0n }: Tx, chain = 'ethereum') {
  const words = ['--chain', chain, '--from', from, ...(to ? ['--to', to] : []), ...(data ? ['--data', data] : [])]
  const { valid, svcTxId } = await cli.json(['validate', ...words, '--value', String(wei)])
  return { valid, svcTxId } as { valid: boolean; svcTxId: string }
}

/** `execTransaction`. @param operation 1: delegatecall */
const bySafe = (to: string, data: string, operation = 0): Tx => ({
  to: SAFE,
  data: call(
    '0x6a761202',
    value(to),
    value(0),
    bytes(data),
    value(operation),
    ...[0, 0, 0, 0, 0].map((each) => value(each)),
    bytes(`0x${'1b'.repeat(65)}`),
  ),
})

const safePays = (payee: string, dollars: bigint) => bySafe(USDC, callData.transfer(payee, dollars * DOLLAR))

/** Of a Safe, by MultiSend. */
function batch(...calls: readonly (readonly [to: string, data: string])[]): Tx {
  const packed = calls.map(([to, data]) => `00${to.slice(2)}${word(0)}${word(data.length / 2 - 1)}${data.slice(2)}`)
  return bySafe(MULTISEND, call('0x8d80ff0a', bytes(packed.join(''))), 1)
}

const transfer = (payee: string, dollars: bigint) => [USDC, callData.transfer(payee, dollars * DOLLAR)] as const

const swap = (wei: bigint): Tx => ({
  to: ROUTER,
  value: wei,
  data: call('0x7ff36ab5', value(0), array(value(WETH), value(DAI)), value(SENDER), value(4_000_000_000)),
})

const pay = (payee: string, dollars: bigint): Tx => ({ to: USDC, data: callData.transfer(payee, dollars * DOLLAR) })
const allow = (token: string, spender: string, amount: bigint): Tx => ({
  to: token,
  data: callData.approve(spender, amount),
})

/** The YAML, which `apply` takes, and what a replay of it says. */
async function draftOf(cli: Cli, ...flags: string[]) {
  const { code, stdout } = await cli(['policy', 'draft', ...flags])
  expect(code).toBe(0)
  const file = join(cli.home, 'draft.yaml')
  writeFileSync(file, stdout)
  const replay = await cli.json(['policy', 'replay', '--since', '90d', '--file', file])
  const draft = await cli.json(['policy', 'draft', ...flags])
  expect(await cli(['policy', 'apply', file, '--dry-run'])).toMatchObject({ code: 0, stderr: '' })
  // A replay denies of what passed what the draft names, and nothing else.
  expect(new Set(idsOf(replay.content))).toEqual(new Set(idsOf(draft.leftOut)))
  for (const id of idsOf(draft.leftOut)) expect(stdout).toContain(`#   ${id}: `)
  return { text: stdout, replay, draft }
}

function idsOf(rows: readonly { readonly svcTxId: string; readonly wasValid?: boolean }[]): string[] {
  return rows.filter(({ wasValid = true }) => wasValid).map(({ svcTxId }) => svcTxId)
}

/** Payments, a Safe, a router, a batch, allowances, control, calls, a contract. */
const past: readonly Tx[] = [
  pay(PAYEE, 300n),
  pay(PAYEE, 1234n),
  safePays(FRIEND, 50n),
  swap(ETHER),
  batch(transfer(PAYEE, 7n), transfer(PAYEE, 5n)),
  allow(DAI, ROUTER, MAX_UINT256),
  allow(USDC, ROUTER, 900n * DOLLAR),
  { to: USDC, data: callData.transferFrom(FRIEND, PAYEE, 5n) },
  { to: UNLISTED, data: callData.transfer(FRIEND, 5n) },
  { to: UNLISTED, data: `0xf2fde38b${word(FRIEND)}` },
  { to: UNLISTED, data: `0x56781388${word(5n)}${word(1)}` },
  { to: WETH, data: '0xd0e30db0', value: ETHER },
  { to: PAYEE, value: ETHER / 4n },
  { from: OTHER_SENDER, to: PAYEE, value: ETHER / 2n },
  { from: OTHER_SENDER, to: WETH, data: callData.transfer(PAYEE, ETHER) },
  { data: '0x6000' },
]

test('policy draft allows what passed: each line says what it was made of', async ({ cli }) => {
  await cli(['name', 'add', PAYEE, 'supplier'])
  for (const tx of past) {
    expect(await send(cli, tx)).toMatchObject({ valid: true })
    cli.clock.advance(DAY / 4)
  }
  const { text, replay, draft } = await draftOf(cli)
  expect(replay.summary).toMatchObject({ validations: 16, allowed: 16, blocked: 0 })
  expect(draft).toMatchObject({ leftOut: [], summary: { passed: 16, leftOut: 0 }, isDone: true })
  expect(text).toContain('# Drafted from 16 validations that passed since ')
  expect(text).toContain(`kind: policy
name: draft
mode: observe
applies:
  senders:
    - "${SENDER}" # 14 times, last on 2026-01-05
    - "${OTHER_SENDER}" # 2 times, last on 2026-01-05
  chains: [ethereum]
default: deny # WARNING passed: 2 times, last on 2026-01-04
deny:
  - verdict: [unsafe]
allow:
  # payments of USDC: 6 times, last on 2026-01-03
  - pays:
      assets: [USDC]
      to:
        - "${PAYEE}" # "supplier", 5 times, last on 2026-01-03
        - "${FRIEND}" # once, on 2026-01-02
      perTransaction: 1300 USDC # largest: 1234, on 2026-01-02
      per:
        24h: 1600 USDC # most: 1584, until 2026-01-02
        30d: 1600 USDC # most: 1596.000005, until 2026-01-03
`)
  const router = `["${ROUTER}"]`
  for (const part of [
    `pays:\n      assets: [USDC]\n      to: ${router}\n      perTransaction: 900 USDC # largest: 900, on 2026-01-03`,
    `grants:\n      to: ${router}\n      assets: [DAI]\n      unlimited: true`,
    `pays:\n      assets: ["${UNLISTED}"]\n      to: ["${FRIEND}"]\n`,
    'functions: ["castVote(uint256,uint8)"]',
    'functions: [deposit()]',
    `control:\n      of: ["${UNLISTED}"]\n      to: ["${FRIEND}"]`,
    'creates: any',
    'assets: [ETH]',
  ])
    expect(text).toContain(part)
})

test('policy draft names what no clause can allow, and takes nothing of it', async ({ cli }) => {
  await send(cli, pay(PAYEE, 10n))
  const unread = `a call of ${ROUTER} is not read`
  const others = [
    [{ to: ROUTER, data: '0x12345678' }, unread],
    // With a payment in the same transaction.
    [batch(transfer(PAYEE, 5000n), [ROUTER, '0x12345678']), unread],
    [{ to: USDC, data: callData.transfer(PAYEE, MAX_UINT256) }, `the amount of USDC for ${PAYEE} is not fixed`],
    [{ data: '0x6000', value: 5n }, 'who gains it is not known'],
    // What a position of Uniswap earned.
    [
      { to: POSITIONS, data: `0xfc6f7865${word(7)}${word(FRIEND)}${word(5)}${word(5)}` },
      `which asset ${FRIEND} gains is not known`,
    ],
  ] as const
  const sent = []
  for (const [tx, why] of others) sent.push({ ...(await send(cli, tx)), why })
  const { text, replay } = await draftOf(cli)
  expect(replay.summary).toMatchObject({ denied: 5, blocked: 5 })
  expect(text).toContain('# It would deny 5 validations of these:')
  for (const { svcTxId, why } of sent) expect(text).toContain(`#   ${svcTxId}: ${why}\n`)
  expect(text).toContain('perTransaction: 10 USDC')
  expect(text).not.toContain('creates')
  const shown = await cli(['policy', 'draft'], { tty: true })
  expect(shown.stderr.replace(/\s+/g, ' ')).toContain('! 5 validations of 6 that passed would be denied.')
})

test('policy draft is about one sender, and the Safe that it pays from', async ({ cli }) => {
  await send(cli, safePays(PAYEE, 40n))
  await send(cli, pay(PAYEE, 90n))
  await send(cli, { from: OTHER_SENDER, ...pay(PAYEE, 70n) })
  const limitOf = async (...flags: string[]) => {
    const { draft, replay } = await draftOf(cli, ...flags)
    const { applies, allow } = draft.policy
    return [draft.policy.name, applies.senders, allow[0].pays.perTransaction, replay.summary.none]
  }
  expect(await limitOf('--sender', SAFE)).toEqual(['draft', [SAFE], '40 USDC', 2])
  await cli(['name', 'add', OTHER_SENDER, 'desk'])
  const desk = await limitOf('--sender', '@desk', '--name', 'desk-1')
  expect(desk).toEqual(['desk-1', [OTHER_SENDER], '70 USDC', 2])
})

test('policy draft sets no limit where an allowance without a limit makes it useless', async ({ cli }) => {
  for (const tx of [pay(ROUTER, 20n), allow(USDC, ROUTER, MAX_UINT256), allow(USDC, ROUTER, 5n), pay(PAYEE, 20n)])
    await send(cli, tx)
  const { draft } = await draftOf(cli)
  expect(draft.policy.allow).toEqual([
    { pays: { assets: ['USDC'], to: [ROUTER] } },
    { pays: { assets: ['USDC'], to: [PAYEE], perTransaction: '20 USDC', per: { '24h': '20 USDC', '30d': '20 USDC' } } },
    { grants: { to: [ROUTER], assets: ['USDC'], unlimited: true } },
  ])
})

test('policy draft counts a currency with the token of its wrapped form on another chain', async ({ cli }) => {
  await send(cli, { to: PAYEE, value: ETHER })
  const polygonWeth = '0x7ceB23fD6bC0adD59E62ac25578270cFf1b9f619'
  await send(cli, { to: polygonWeth, data: callData.transfer(PAYEE, ETHER / 2n) }, 'polygon')
  const { draft, text } = await draftOf(cli)
  expect(draft.policy).toMatchObject({
    applies: { chains: ['ethereum', 'polygon'] },
    allow: [{ pays: { assets: ['WETH'], perTransaction: '1 WETH', per: { '24h': '1.5 WETH' } } }],
  })
  expect(text).toContain('# payments of ETH and WETH: 2 times')
})

test('policy draft leaves room for what a stored policy blocked and a replay of it counts', async ({ cli }) => {
  const file = join(cli.home, 'stored.yaml')
  const pays = '{per: {24h: 100 USDC}}'
  writeFileSync(file, `kind: policy\nname: stored\nmode: enforce\ndefault: deny\nallow:\n  - pays: ${pays}\n`)
  await cli(['policy', 'apply', file, '--yes'])
  const valid = []
  for (const [payee, dollars] of [
    [PAYEE, 60n],
    [PAYEE, 50n],
    [FRIEND, 55n],
    [PAYEE, 30n],
  ] as const)
    valid.push((await send(cli, pay(payee, dollars))).valid)
  expect(valid).toEqual([true, false, false, true])
  const { draft, text } = await draftOf(cli)
  expect(text).toContain('24h: 140 USDC # most: 140, until 2026-01-02, with what only a policy blocked')
  expect(draft.policy.allow).toMatchObject([{ pays: { perTransaction: '60 USDC', per: { '24h': '140 USDC' } } }])
})

test('policy draft says what is beyond the size of a policy', async ({ cli }) => {
  const party = (index: number) => `0x${(10n ** 40n + BigInt(index)).toString(16).padStart(40, '0')}`
  const payments = Array.from({ length: 1001 }, (_, index) => transfer(party(index), 1n))
  const calls = Array.from({ length: 100 }, (_, index) => [party(index), `0x56781388${word(5n)}${word(1)}`] as const)
  for (const half of [payments.slice(0, 600), payments.slice(600), calls]) await send(cli, batch(...half))
  const { draft, text } = await draftOf(cli)
  expect(draft.policy.allow).toHaveLength(100)
  expect(text).toContain('# 1 clause left out: a policy cannot have as many')
  expect(text).toContain('# payments of USDC: 1,001 times, last on 2026-01-02; 1 left out: a list cannot have as many')
  expect(draft.summary).toEqual({ passed: 3, leftOut: 2 })
})

test('policy draft has no messages, as none is stored, and allows nothing where nothing passed', async ({ cli }) => {
  const permit = ['validate', '--typed-data', 'examples/permit-to-drainer.json', '--fail-on', 'never']
  await cli([...permit, '--chain', 'ethereum'])
  const { text, draft, replay } = await draftOf(cli)
  expect(replay.summary.validations).toBe(0)
  expect(draft.policy).toEqual({
    name: 'draft',
    mode: 'observe',
    default: 'deny',
    deny: [{ verdict: ['warning', 'unsafe'] }],
  })
  expect(text).toContain('Messages are not in it')
  const { stderr } = await cli(['policy', 'draft', '--since', '1d'])
  expect(stderr).toContain('! Nothing passed since ')
})

test('policy draft of any past allows it', async ({ cli }) => {
  const random = seededRandom('47')
  const below = (most: number) => random(4).reduce((sum, byte) => sum * 256 + byte, 0) % most
  const parties = [PAYEE, FRIEND, ROUTER]
  const party = () => parties[below(3)] ?? PAYEE
  const kinds: readonly (() => Tx)[] = [
    () => pay(party(), BigInt(below(5000))),
    () => allow(USDC, party(), BigInt(below(9000)) * DOLLAR),
    () => allow(below(2) ? USDC : DAI, party(), MAX_UINT256),
    () => ({ to: party(), value: BigInt(below(10 ** 9)) * 10n ** 9n }),
    () => ({ to: WETH, data: callData.transfer(party(), BigInt(below(10 ** 9)) * 10n ** 7n) }),
    () => batch(transfer(party(), BigInt(below(400))), transfer(party(), BigInt(below(400)))),
    () => safePays(below(2) ? SENDER : party(), BigInt(below(400))),
    () => swap(BigInt(below(10 ** 9))),
  ]
  for (let count = 0; count < 25; count++) {
    const tx = kinds[below(kinds.length)]?.() ?? swap(1n)
    await send(cli, { ...tx, from: below(3) ? SENDER : OTHER_SENDER })
    cli.clock.advance(below(2 * DAY))
  }
  const { draft, replay } = await draftOf(cli)
  expect(draft.summary).toMatchObject({ passed: 25, leftOut: 0 })
  expect(replay.summary).toMatchObject({ allowed: 25, blocked: 0 })
})
