import { afterAll, beforeAll, describe, expect } from 'vitest'
import { missingText } from '../../src/api/text/missing.ts'
import type { SimulationResult } from '../../src/service/chain/simulation/result.ts'
import type { Analysis } from '../../src/service/risk/analyze.ts'
import type { Authorization } from '../../src/service/risk/types.ts'
import { analyzed, type TypedData, typed } from '../service/risk/typed-data/typed.ts'
import { artefact } from '../support/chain/artefacts.ts'
import { userOperation } from '../support/chain/signed-calls.ts'
import { type SimulateOptions, simulateOn } from '../support/chain/simulate-on.ts'
import { callData } from '../support/chain/test-chain.ts'
import { canonical, people, startWorld, units, type World } from '../support/chain/world.ts'
import { needs } from '../support/needs.ts'

const { usd, ether } = units
const { alice, carol, thief } = people
const { usdc, weth, permit2 } = canonical
const low = (address: string) => address.toLowerCase()
const me = low(alice.address)
const unlimited = 2n ** 256n - 1n
const anything = `0x${'11'.repeat(32)}`
const nobody = `0x${'00'.repeat(20)}`

function signedBy(from: string, message: TypedData): Analysis {
  const analysis = analyzed(message, { from })
  if ('missing' in analysis) throw new Error(analysis.why)
  return analysis
}

describe.each(['anvil', 'hardhat'] as const)('a simulation on %s', (kind) => {
  const { test } = needs(kind)
  const isAnvil = kind === 'anvil'
  let world: World & AsyncDisposable

  beforeAll(async () => {
    if (needs(kind).test === test) world = await startWorld(kind)
  })
  afterAll(async () => await world?.[Symbol.asyncDispose]())

  const simulated = (
    tx: { from?: string; to?: string; data?: string; value?: bigint; authorizations?: readonly Authorization[] },
    options: SimulateOptions = {},
  ): Promise<{ readonly simulation: SimulationResult['simulation']; readonly missing: readonly string[] }> =>
    simulateOn(
      world.chain.rpc,
      { from: alice.address, ...tx },
      { ...options, can: { simulate: isAnvil, ...options.can } },
    ).then(({ simulation, missing }) => ({ simulation, missing: missing.map(missingText) }))
  const owned = (owner: string, token: string, amount: bigint) => ({ owner: low(owner), token: low(token), amount })

  test('a payment is measured without its fee, and the events say the same', async () => {
    const { simulation } = await simulated({ to: carol.address, value: ether(2) })
    expect(simulation).toMatchObject({ status: 'ok', isMeasured: true, simulated: 'transaction', approvals: [] })
    expect(simulation.changes).toEqual([
      { owner: me, standard: 'native', token: 'native', id: undefined, amount: -ether(2) },
    ])
    expect(simulation.claims).toEqual(simulation.changes)
    expect(simulation.differences).toEqual([])
  })

  test('every step of the ladder measures the same payment of a token', async () => {
    const data = callData('transfer(address,uint256)', carol.address, usd(250))
    const steps = [
      { can: { simulate: isAnvil }, method: isAnvil ? 'trace+simulate' : 'trace+probe' },
      { can: { simulate: isAnvil, trace: false }, method: isAnvil ? 'simulate' : 'probe' },
      { can: { simulate: false }, method: 'trace+probe' },
      { can: { simulate: false, trace: false }, method: 'probe' },
      { can: { simulate: false, overrides: false }, method: 'trace' },
    ]
    for (const { can, method } of steps) {
      const { simulation } = await simulated({ to: usdc, data }, { can })
      expect(simulation, method).toMatchObject({ status: 'ok', method, isMeasured: method !== 'trace' })
      expect(simulation.changes, method).toMatchObject([owned(me, usdc, -usd(250))])
    }
    const none = { simulate: false, overrides: false, trace: false }
    expect((await simulated({ to: usdc, data }, { can: none })).simulation).toMatchObject({ status: 'unavailable' })
  })

  test('a swap gives and gets, and leaves no approval', async () => {
    const path = [weth, usdc]
    const swap = 'swapExactETHForTokens(uint256,address[],address,uint256)'
    const data = callData(swap, 0n, path, alice.address, 2n ** 40n)
    const { simulation } = await simulated({ to: canonical.router, value: ether(0.1), data })
    expect(simulation.changes).toMatchObject([{ standard: 'native', amount: -ether(0.1) }, { token: low(usdc) }])
    expect(simulation.changes[1]?.amount).toBeGreaterThan(usd(1500))
    expect(simulation).toMatchObject({ approvals: [], differences: [] })
    expect(simulation.claims).toEqual(simulation.changes)
  })

  test('wrapped currency is claimed by its own events', async () => {
    const { simulation } = await simulated({ to: weth, data: callData('withdraw(uint256)', ether(3)) })
    expect(simulation.changes).toMatchObject([{ amount: ether(3) }, owned(me, weth, -ether(3))])
    expect(simulation.claims).toEqual(expect.arrayContaining([...simulation.changes]))
  })

  test('an event without a balance is a claim and no change; a balance without an event is a change and no claim', async () => {
    const sale = await world.chain.create(thief.address, 'FakeSale')
    const fake = await simulated({ to: sale, value: ether(1), data: callData('acquire(uint256)', 2n) })
    expect(fake.simulation.changes).toMatchObject([{ standard: 'native', amount: -ether(1) }])
    expect(fake.simulation.claims).toMatchObject([{ standard: 'native' }, { token: low(sale), amount: ether(25_000) }])

    const receipt = await world.chain.create(thief.address, 'SilentReceipt')
    await world.chain.invoke(thief.address, receipt, 'init(string,string,uint8)', 'Receipt', 'RCT', 18)
    await world.chain.invoke(thief.address, receipt, 'mint(address,uint256)', alice.address, 777n)
    const silent = await simulated({ to: receipt, data: callData('refresh(bytes32)', anything) })
    expect(silent.simulation.changes).toMatchObject([owned(me, receipt, -777n)])
    expect(silent.simulation.claims).toEqual([])
  })

  test('a contract that pays in simulation only', async () => {
    const pill = await world.chain.create(thief.address, 'RedPill')
    await world.chain.rpc('hardhat_setBalance', pill, '0x8ac7230489e80000')
    const { simulation, missing } = await simulated({
      to: pill,
      value: ether(1),
      data: callData('participate(bytes32)', anything),
    })
    if (isAnvil) {
      expect(simulation.changes).toMatchObject([{ standard: 'native', amount: -ether(1) }])
      expect(simulation.differences).toMatchObject([{ standard: 'native', plain: ether(1), realistic: -ether(1) }])
    } else {
      // Hardhat has no base fee in calls and takes no block overrides: what is missing says so.
      expect(missing).toContainEqual(expect.stringMatching(/^Not simulated in a realistic block: /))
    }
  })

  for (const simulate of isAnvil ? [true, false] : [])
    test(`a contract that pays at even seconds only, ${simulate ? 'with' : 'without'} eth_simulateV1`, async () => {
      // It sends twice the value back where the last bit of the time is not set.
      const code = '0x426001166013575f5f5f5f34600202335af1005b00'
      const gambler = `0x${'9a'.repeat(20)}`
      await world.chain.rpc('hardhat_setCode', gambler, code)
      await world.chain.rpc('hardhat_setBalance', gambler, '0x8ac7230489e80000')
      const { simulation } = await simulated({ to: gambler, value: ether(1), data: anything }, { can: { simulate } })
      expect(simulation.changes).toMatchObject([{ standard: 'native', amount: -ether(1) }])
      expect(simulation.differences).toMatchObject([{ standard: 'native' }])
    })

  test('a contract that takes with less gas than a simulation has', async () => {
    // The most gas with which it takes, and the words that it writes then.
    const pills = [
      [3_000_000n, 0n],
      [1_000_000n, 0n],
      [1_000_000n, 25n],
      [150_000n, 0n],
    ] as const
    for (const [most, words] of isAnvil ? pills : []) {
      const pill = await world.chain.create(thief.address, 'GasPill', 'uint256, uint256', most, words)
      await world.chain.rpc('hardhat_setBalance', pill, '0x8ac7230489e80000')
      const tx = { to: pill, value: ether(1), data: callData('participate(bytes32)', anything) }
      for (const can of [{}, { trace: false }]) {
        const { simulation } = await simulated(tx, { can })
        expect(simulation.changes).toMatchObject([{ standard: 'native', amount: -ether(1) }])
        expect(simulation.differences).toMatchObject([{ standard: 'native', plain: ether(1), realistic: -ether(1) }])
      }
    }
  })

  describe('a contract that looks at the balance of the sender', () => {
    const poor = '0x9090909090909090909090909090909090909090'
    const types = 'address, uint256, uint256'
    const data = callData('participate(bytes32)', anything)
    const takes = usd(70)
    /** Takes the tokens of the sender between two balances. */
    const pillFor = async (from: string, least: bigint, most: bigint) => {
      const pill = await world.chain.create(thief.address, 'BalancePill', types, usdc, least, most)
      await world.chain.invoke(from, usdc, 'approve(address,uint256)', pill, takes)
      return { from, to: pill, data }
    }
    const setPoor = async (balance: bigint) => {
      await world.chain.invoke(alice.address, usdc, 'transfer(address,uint256)', poor, takes)
      return async (least: bigint, most: bigint) => {
        await world.chain.rpc('hardhat_setBalance', poor, `0x${ether(1).toString(16)}`)
        const tx = await pillFor(poor, least, most)
        await world.chain.rpc('hardhat_setBalance', poor, `0x${balance.toString(16)}`)
        return tx
      }
    }

    test('sees the real one, in the trace as well', async () => {
      const { simulation, missing } = await simulated(await pillFor(alice.address, ether(5), ether(1_000_000)))
      expect(simulation.changes).toMatchObject([owned(me, usdc, -takes)])
      expect(simulation.trace?.root.calls.length).toBeGreaterThan(0)
      expect(simulation.differences).toEqual([])
      if (isAnvil) expect(missing).toEqual([])
    })

    test('shows itself where it looks for exactly that', async () => {
      const held = await world.chain.balance(alice.address)
      const tx = await pillFor(alice.address, held - ether(0.003), ether(1_000_000))
      const { simulation } = await simulated(tx)
      if (isAnvil) {
        expect(simulation.changes).toMatchObject([owned(me, usdc, -takes)])
        expect(simulation.differences).toMatchObject([{ token: low(usdc), plain: 0n, realistic: -takes }])
      }
    })

    test('sees a higher one where the sender cannot pay: what that hides is a difference, and it is named', async () => {
      if (!isAnvil) return
      const line = 'Calls and events are those of a run with more native currency than the account has'
      const prepare = await setPoor(ether(0.0005))
      const drains = await simulated(await prepare(0n, ether(0.001)))
      expect(drains.simulation.changes).toMatchObject([owned(poor, usdc, -takes)])
      expect(drains.simulation.differences).toMatchObject([{ token: low(usdc), plain: 0n, realistic: -takes }])
      expect(drains.missing).toContain(line)
      // What only the run with more of it shows counts as well.
      const other = await simulated(await prepare(ether(0.002), ether(1_000)))
      expect(other.simulation.changes).toMatchObject([owned(poor, usdc, -takes)])
      expect(other.simulation.differences).toMatchObject([{ token: low(usdc), plain: -takes, realistic: 0n }])
    })

    test('an honest payment of a sender that cannot pay shows no difference', async () => {
      if (!isAnvil) return
      const prepare = await setPoor(ether(0.0005))
      await prepare(0n, 0n)
      const pays = { from: poor, to: usdc, data: callData('transfer(address,uint256)', carol.address, takes) }
      const { simulation } = await simulated(pays)
      expect(simulation).toMatchObject({ changes: [owned(poor, usdc, -takes)], differences: [] })
    })
  })

  test('an honest contract that needs much gas, leaves some or gets some back is none', async () => {
    const eater = await world.chain.create(thief.address, 'GasEater')
    await world.chain.invoke(alice.address, eater, 'write(uint256)', 60n)
    const calls = {
      much: callData('write(uint256)', 200n),
      'gets back': callData('clear(uint256)', 60n),
      'leaves a 64th': callData('nest(uint256,uint256)', 40n, 20n),
      relays: callData('relay(uint256,uint256)', 10n, 2_000_000n),
    }
    for (const [name, data] of Object.entries(calls)) {
      const { simulation, missing } = await simulated({ to: eater, value: ether(1), data })
      expect(simulation, name).toMatchObject({ status: 'ok', differences: [], changes: [{ amount: -ether(1) }] })
      if (isAnvil) expect(missing, name).toEqual([])
    }
  })

  test('an allowance, and what its spender can take now', async () => {
    const approve = callData('approve(address,uint256)', thief.address, unlimited)
    const { simulation } = await simulated({ to: usdc, data: approve })
    const held = await world.chain.read<bigint>(usdc, 'balanceOf(address) returns (uint256)', alice.address)
    expect(simulation).toMatchObject({ changes: [], differences: [] })
    expect(simulation.approvals).toMatchObject([
      { owner: me, spender: low(thief.address), token: low(usdc), kind: 'allowance', takes: held },
    ])
    const little = callData('approve(address,uint256)', thief.address, 5n)
    const { approvals } = (await simulated({ to: usdc, data: little })).simulation
    expect(approvals).toMatchObject([{ amount: 5n, takes: 5n }])
  })

  test('an allowance that does not change is none; one that is lower, or ends, is reported with what it was', async () => {
    for (const amount of [unlimited, 100n, 0n]) {
      const data = callData('approve(address,uint256)', canonical.router, amount)
      const { simulation } = await simulated({ to: usdc, data })
      expect(simulation).toMatchObject({ status: 'ok', approvals: [], changes: [] })
      const lowered = {
        spender: low(canonical.router),
        token: low(usdc),
        amount,
        before: unlimited,
      }
      expect(simulation.lowered).toMatchObject(amount === unlimited ? [] : [lowered])
    }
  })

  test('operators and items that are withdrawn', async () => {
    const { collection, chain, marketplace } = world
    const standards = { [low(collection)]: 'erc721' } as const
    const withdrawn = async (signature: string, ...args: readonly unknown[]) =>
      (await simulated({ to: collection, data: callData(signature, ...args) }, { standards })).simulation
    await chain.onTrial(async () => {
      await chain.invoke(alice.address, collection, 'setApprovalForAll(address,bool)', marketplace, true)
      await chain.invoke(alice.address, collection, 'approve(address,uint256)', thief.address, 1n)
      const operator = await withdrawn('setApprovalForAll(address,bool)', marketplace, false)
      expect(operator.lowered).toMatchObject([{ spender: low(marketplace), standard: 'erc721', before: undefined }])
      const item = await withdrawn('approve(address,uint256)', `0x${'0'.repeat(40)}`, 1n)
      expect(item.lowered).toMatchObject([{ spender: low(thief.address), id: 1n, before: undefined }])
      expect([operator.approvals, item.approvals]).toEqual([[], []])
    })
  })

  test('an allowance within Permit2', async () => {
    const sign = 'approve(address,address,uint160,uint48)'
    const data = callData(sign, usdc, thief.address, 2n ** 160n - 1n, 2 ** 40)
    const { simulation } = await simulated({ to: permit2, data })
    const held = await world.chain.read<bigint>(usdc, 'balanceOf(address) returns (uint256)', alice.address)
    expect(simulation.approvals).toMatchObject([
      { spender: low(thief.address), token: low(usdc), kind: 'permit2', takes: held },
    ])
  })

  test('an operator of all items takes one, and so does who may move it', async () => {
    const { collection } = world
    const standards = { [low(collection)]: 'erc721' } as const
    const all = callData('setApprovalForAll(address,bool)', thief.address, true)
    const operator = await simulated({ to: collection, data: all }, { standards })
    expect(operator.simulation.approvals).toMatchObject([
      { spender: low(thief.address), standard: 'erc721', token: low(collection), kind: 'operator' },
    ])
    const one = callData('approve(address,uint256)', thief.address, 1n)
    const item = await simulated({ to: collection, data: one }, { standards })
    expect(item.simulation.approvals).toMatchObject([
      { spender: low(thief.address), standard: 'erc721', id: 1n, kind: 'item', takes: 1n },
    ])
  })

  test('items of both standards', async () => {
    const { collection, items } = world
    const send = callData('transferFrom(address,address,uint256)', alice.address, carol.address, 1n)
    const one = await simulated({ to: collection, data: send })
    expect(one.simulation.changes).toMatchObject([{ standard: 'erc721', token: low(collection), id: 1n, amount: -1n }])
    const several = 'safeTransferFrom(address,address,uint256,uint256,bytes)'
    const data = callData(several, alice.address, carol.address, 7n, 20n, '0x')
    const many = await simulated({ to: items, data })
    expect(many.simulation.changes).toMatchObject([{ standard: 'erc1155', token: low(items), id: 7n, amount: -20n }])
  })

  test('a transaction of a Safe without signatures is its call, and with code of others what that does', async () => {
    const { safe } = world
    const exec = 'execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)'
    const wrapped = (to: string, data: string, operation: number) =>
      callData(exec, to, 0n, data, operation, 0n, 0n, 0n, nobody, nobody, '0x')
    const pay = callData('transfer(address,uint256)', carol.address, usd(9))
    const paid = await simulated({ to: safe, data: wrapped(usdc, pay, 0) })
    expect(paid.simulation).toMatchObject({ status: 'ok', simulated: 'inner call' })
    expect(paid.simulation.changes).toMatchObject([owned(safe, usdc, -usd(9))])
    expect(paid.missing).toContain('Signatures were not checked: the call inside was simulated')

    const taker = await world.chain.create(thief.address, 'TakenSafe')
    const sweep = callData('sweepERC20(address,address)', usdc, thief.address)
    const swept = await simulated({ to: safe, data: wrapped(taker, sweep, 1) })
    expect(swept.simulation.changes).toMatchObject([owned(safe, usdc, -usd(500_000))])
  })

  test('a user operation with a wrong signature is its call', async () => {
    const { account, chain } = world
    const pay = callData('transfer(address,uint256)', carol.address, usd(4))
    const execute = callData('execute(address,uint256,bytes)', usdc, 0n, pay)
    const signed = await userOperation(chain, account, execute)
    const ops = await simulated({ to: canonical.entryPoint, data: signed })
    expect(ops.simulation).toMatchObject({ status: 'ok', simulated: 'transaction' })
    // The last word of the data is in the signature.
    const broken = await simulated({ to: canonical.entryPoint, data: `${signed.slice(0, -64)}${'11'.repeat(32)}` })
    expect(broken.simulation).toMatchObject({ status: 'ok', simulated: 'inner call' })
    for (const { simulation } of [ops, broken])
      expect(simulation.changes).toMatchObject([owned(account, usdc, -usd(4))])
  })

  test('a signed permit is the approval that it amounts to, and what its spender takes', async () => {
    const held = await world.chain.read<bigint>(usdc, 'balanceOf(address) returns (uint256)', alice.address)
    const permit = 'Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)'
    const terms = { spender: thief.address, nonce: 0, deadline: '4000000000' }
    const message = typed(permit, usdc, { owner: alice.address, value: String(unlimited), ...terms })
    const permitted = await simulated({}, { analysis: signedBy(alice.address, message) })
    const details = 'PermitDetails(address token,uint160 amount,uint48 expiration,uint48 nonce)'
    const within = typed(
      `PermitSingle(PermitDetails details,address spender,uint256 sigDeadline)${details}`,
      permit2,
      {
        details: { token: usdc, amount: String(usd(70)), expiration: 4_000_000_000, nonce: 0 },
        spender: thief.address,
        sigDeadline: '4000000000',
      },
      { name: 'Permit2', version: undefined },
    )
    const single = await simulated({}, { analysis: signedBy(alice.address, within) })
    const standing = { owner: me, spender: low(thief.address), token: low(usdc) }
    expect(permitted.simulation.approvals).toMatchObject([{ ...standing, kind: 'allowance', takes: held }])
    expect(single.simulation.approvals).toMatchObject([{ ...standing, kind: 'permit2', takes: usd(70) }])
    for (const { simulation, missing } of [permitted, single]) {
      expect(simulation).toMatchObject({ status: 'ok', simulated: 'inner call' })
      expect(missing).toContain('Signatures were not checked: the call inside was simulated')
    }
  })

  test('a signed payment and a message of a Safe are their calls; several calls need eth_simulateV1', async () => {
    const payment = typed(
      'TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)',
      usdc,
      {
        from: alice.address,
        to: thief.address,
        value: '55',
        validAfter: '0',
        validBefore: '4000000000',
        nonce: anything,
      },
    )
    const paid = await simulated({}, { analysis: signedBy(alice.address, payment) })
    expect(paid.simulation).toMatchObject({ simulated: 'inner call', changes: [owned(me, usdc, -55n)] })

    const fields =
      'address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 baseGas,uint256 gasPrice,address gasToken,address refundReceiver,uint256 nonce'
    const gas = { safeTxGas: '0', baseGas: '0', gasPrice: '0', gasToken: nobody, refundReceiver: nobody }
    const data = callData('transfer(address,uint256)', carol.address, 9n)
    const call = { to: usdc, value: '0', data, operation: 0, ...gas, nonce: '0' }
    const safeTx = typed(`SafeTx(${fields})`, world.safe, call, { name: undefined, version: undefined })
    const safe = await simulated({}, { analysis: signedBy(alice.address, safeTx) })
    expect(safe.simulation).toMatchObject({ status: 'ok', changes: [owned(world.safe, usdc, -9n)] })

    const details = 'PermitDetails(address token,uint160 amount,uint48 expiration,uint48 nonce)'
    const each = (token: string) => ({ token, amount: '77', expiration: 4_000_000_000, nonce: 0 })
    const permits = typed(
      `PermitBatch(PermitDetails[] details,address spender,uint256 sigDeadline)${details}`,
      permit2,
      { details: [each(usdc), each(canonical.dai)], spender: thief.address, sigDeadline: '4000000000' },
      { name: 'Permit2', version: undefined },
    )
    const { simulation } = await simulated({}, { analysis: signedBy(alice.address, permits) })
    if (isAnvil) expect(simulation.approvals).toMatchObject([{ token: low(usdc), takes: 77n }, { amount: 77n }])
    else expect(simulation.reason).toBe('several calls need a node with eth_simulateV1')
  })

  test('a message that is no call and no approval has nothing to simulate', async () => {
    const message = typed('Mail(string text)', usdc, { text: 'hello' })
    const { simulation } = await simulated({}, { analysis: signedBy(alice.address, message) })
    expect(simulation).toMatchObject({ status: 'unavailable', reason: 'there is no call to simulate' })
  })

  test('a delegate that is authorized in the transaction runs', async () => {
    const address = await world.chain.create(thief.address, 'Sweeper')
    const authorizations = [{ chainId: '1', address, nonce: 0n }]
    const data = callData('collect(address[])', [usdc])
    const held = await world.chain.read<bigint>(usdc, 'balanceOf(address) returns (uint256)', alice.address)
    const { simulation } = await simulateOn(
      world.chain.rpc,
      { from: alice.address, to: alice.address, data, authorizations },
      { can: { simulate: isAnvil } },
    )
    const native = await world.chain.balance(alice.address)
    expect(simulation.changes).toMatchObject([{ standard: 'native', amount: -native }, owned(me, usdc, -held)])
    expect(simulation.differences).toEqual([])
  })

  test('a creation runs', async () => {
    const { simulation, missing } = await simulated({ data: artefact('Weth').creation })
    expect(simulation).toMatchObject({ status: 'ok', method: 'trace', isMeasured: false })
    const reason = isAnvil
      ? 'eth_simulateV1: the node does not simulate the creation of a contract'
      : 'the node offers no method for it'
    expect(missing).toEqual([`Balances were not measured: ${reason}`])
  })

  test('an authorization for another chain delegates nothing', async () => {
    const address = await world.chain.create(thief.address, 'Sweeper')
    const tx = { to: alice.address, data: callData('collect(address[])', [usdc]) }
    const authorizations = [{ chainId: '10', address, nonce: 0n }]
    const { simulation } = await simulated({ ...tx, authorizations })
    expect(simulation).toMatchObject({ status: 'ok', changes: [] })
  })

  test('a Safe that has less than it sends is named', async () => {
    const exec = 'execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)'
    const call = [carol.address, ether(5000), '0x', 0, 0n, 0n, 0n, nobody, nobody, '0x']
    const { missing } = await simulated({ to: world.safe, data: callData(exec, ...call) })
    expect(missing).toContain('The balance of the account does not cover the value')
  })

  test('as many events as a block can have do not hide the balances', async () => {
    const noise = await world.chain.create(thief.address, 'Noise', 'address', usdc)
    await world.chain.invoke(alice.address, usdc, 'approve(address,uint256)', noise, usd(30))
    const { simulation } = await simulated({ to: noise, data: callData('take(uint256)', 21_000n) })
    expect(simulation).toMatchObject({ isMeasured: true, changes: [owned(me, usdc, -usd(30))] })
  })

  test('a sender without funds is simulated, and the balance that is missing is named', async () => {
    const { simulation, missing } = await simulated({
      from: `0x${'5a'.repeat(20)}`,
      to: carol.address,
      value: ether(1),
    })
    expect(simulation.changes).toMatchObject([{ amount: -ether(1) }])
    expect(missing).toContain('The balance of the sender does not cover the value')
  })

  test('a revert is no change, and its text is cleaned and short', async () => {
    const reverting = await world.chain.create(thief.address, 'Reverting')
    const reasons = [
      'it reverts with “not today”',
      /^it reverts with the custom error 0x[0-9a-f]{8}$/,
      'a division by zero',
      'an assertion failed',
      'it reverts without a reason',
      /^it reverts with “x{100,}…”$/,
    ]
    for (const [way, reason] of reasons.entries()) {
      const { simulation } = await simulated({ to: reverting, data: callData('fail(uint256)', BigInt(way)) })
      expect(simulation, String(reason)).toMatchObject({ status: 'reverted', changes: [], approvals: [] })
      expect(simulation.reason).toMatch(reason)
    }
  })

  test('tokens that burn gas, return bombs or fall silent hide nothing else', async () => {
    const { chain } = world
    const bomb = await chain.create(thief.address, 'BombDrop', 'address', usdc)
    await chain.invoke(alice.address, usdc, 'approve(address,uint256)', bomb, usd(40))
    const dropped = await simulated({ to: bomb, data: callData('receiveAirdrop(bytes32)', anything) })
    expect(dropped.simulation.changes).toMatchObject([owned(me, usdc, -usd(40))])
    expect(dropped.simulation.claims).toMatchObject([{ amount: ether(1_000_000) }, owned(me, usdc, -usd(40))])

    for (const name of ['BurningToken', 'VanishingToken']) {
      const token = await chain.create(thief.address, name)
      await chain.invoke(thief.address, token, 'init(string,string,uint8)', 'T', 'T', 18)
      await chain.invoke(thief.address, token, 'mint(address,uint256)', alice.address, 100n)
      const data = callData('transfer(address,uint256)', carol.address, 60n)
      const { simulation, missing } = await simulated({ to: token, data })
      expect(simulation.changes, name).toMatchObject([owned(me, token, -60n)])
      expect(missing, name).toContainEqual(`The balances of ${low(token)} could not be read before and after`)
    }
  })

  describe('what many tokens of a contract cannot hide', () => {
    const chain = () => world.chain
    /** A contract that can hand out many tokens, and a token of alice that anybody can take away. */
    const setUp = async () => {
      const shares = await chain().create(thief.address, 'OpenShares')
      await chain().invoke(thief.address, shares, 'init(string,string,uint8)', 'Shares', 'SHR', 18)
      await chain().invoke(thief.address, shares, 'mint(address,uint256)', alice.address, 777n)
      const confetti = await chain().create(thief.address, 'Confetti')
      for (let made = 0; made < 240; made += 60)
        await chain().invoke(thief.address, confetti, 'prepare(uint256,address)', 60n, shares)
      return { shares, confetti }
    }

    test('a token that is taken without an event, named by the call data or not', async () => {
      const { shares, confetti } = await setUp()
      for (const count of [5n, 40n, 64n, 100n, 230n])
        for (const data of [
          callData('settle(address,uint256)', shares, count),
          ...(isAnvil ? [callData('claim(uint256)', count)] : []),
        ]) {
          const { simulation, missing } = await simulated({ to: confetti, data })
          expect(simulation.changes, String(count)).toContainEqual(expect.objectContaining(owned(me, shares, -777n)))
          expect(simulation.claims).not.toContainEqual(expect.objectContaining({ token: low(shares) }))
          // What was not read is named.
          if (count > 64n) expect(missing).toContainEqual(expect.stringMatching(/ were not read \(limit 64\)$/))
        }
    })

    test('tokens that come are measured as before', async () => {
      const { confetti, shares } = await setUp()
      await chain().invoke(thief.address, shares, 'settle(address)', alice.address)
      const { simulation } = await simulated({ to: confetti, data: callData('claim(uint256)', 20n) })
      expect(simulation.changes).toHaveLength(20)
      expect(simulation.changes.every(({ amount }) => amount === 1n)).toBe(true)
    })
  })

  test('items of ERC-1155 that leave without an event: by the id in the call data, or named as not measured', async () => {
    const items = await world.chain.create(thief.address, 'OpenItems')
    await world.chain.invoke(thief.address, items, 'init()')
    await world.chain.invoke(thief.address, items, 'mint(address,uint256,uint256)', alice.address, 7n, 50n)
    const standards = { [low(items)]: 'erc1155' } as const
    const line = `Items of ${low(items)} were not measured: nothing names them (ERC-1155)`
    const named = await simulated({ to: items, data: callData('settle(uint256)', 7n) }, { standards })
    expect(named.simulation.changes).toMatchObject([{ token: low(items), id: 7n, amount: -50n }])
    expect(named.simulation.claims).toEqual([])
    expect(named.missing).not.toContain(line)
    const unnamed = await simulated({ to: items, data: callData('settleAll()') }, { standards })
    expect(unnamed.simulation.changes).toEqual([])
    expect(unnamed.missing).toContain(line)
    // Near miss: with an event, and by what reads the call data.
    const transfer = 'safeTransferFrom(address,address,uint256,uint256,bytes)'
    const data = callData(transfer, alice.address, carol.address, 7n, 20n, '0x')
    const sent = await simulated({ to: items, data }, { standards })
    expect(sent.simulation.changes).toMatchObject([{ id: 7n, amount: -20n }])
    expect(sent.simulation.claims).toEqual(sent.simulation.changes)
    expect(sent.missing).not.toContain(line)
  })

  test('what exceeds the limit of questions is counted', async () => {
    const grants = await world.chain.create(thief.address, 'Grants')
    const { simulation, missing } = await simulated({ to: grants, data: callData('hand(uint160)', 90n) })
    expect(simulation.approvals.length).toBeGreaterThan(50)
    expect(missing).toContainEqual(expect.stringMatching(/^\d+ balances and allowances were not read \(limit 64\)$/))
  })
})
