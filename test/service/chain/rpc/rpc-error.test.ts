import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { RpcFailureKind } from '../../../../src/service/chain/rpc/json-rpc.ts'
import {
  errorMeaning,
  errorMeaningWith,
  offeredRange,
  revertData,
  statusMeaning,
} from '../../../../src/service/chain/rpc/rpc-error.ts'
import { anyCharacter } from '../../../support/any-character.ts'

/** Errors as nodes and providers send them. */
const seen: Readonly<Record<RpcFailureKind, readonly (readonly [code: number | undefined, text: string])[]>> = {
  rate: [
    [-32_005, 'limit exceeded'],
    [-32_005, 'project ID request rate exceeded'],
    [-32_005, 'daily request count exceeded, request rate limited'],
    [
      429,
      'Your app has exceeded its compute units per second capacity. If you have retries enabled, you can ignore it.',
    ],
    [
      429,
      'Monthly capacity limit exceeded. Visit https://dashboard.example/settings/billing to upgrade your scaling policy',
    ],
    [429, ''],
    [-32_007, '50/second request limit reached - reduce calls per second or upgrade your account at quicknode.com'],
    [-32_011, 'over rate limit'],
    [-32_016, 'over rate limit'],
    [-32_000, 'credits limited to 500/sec'],
    [-32_000, 'Too Many Requests'],
    [-32_090, 'Too many requests, reason: call rate limit exhausted, retry in 10s'],
    [-32_029, 'Too Many Requests'],
    [35, 'You have reached the rate limit of the free tier'],
    [undefined, 'rate limited'],
  ],
  range: [
    [
      -32_602,
      'Log response size exceeded. You can make eth_getLogs requests with up to a 2K block range and no limit on the response size, or you can request any block range with a cap of 10K logs in the response. Based on your parameters and the response size limit, this block range should work: [0x0, 0xd043b8]',
    ],
    [-32_005, 'query returned more than 10000 results'],
    [-32_005, 'query returned more than 10000 results. Try with this block range [0x1, 0x2].'],
    [-32_602, 'query exceeds max block range 100000'],
    [-32_602, 'query exceeds max results 20000, retry with the range 100-200'],
    [35, 'ranges over 10000 blocks are not supported on freetier'],
    [
      -32_600,
      'Under the Free tier plan, you can make eth_getLogs requests with up to a 10 block range. Upgrade to PAYG.',
    ],
    [-32_614, 'eth_getLogs is limited to a 10,000 range'],
    [-32_000, 'exceed maximum block range: 5000'],
    [-32_000, 'block range is too wide'],
    [-32_000, 'requested too many blocks from 1 to 5000, maximum is set to 2048'],
    [-32_005, 'block range limit exceeded'],
    [-32_000, 'query timeout exceeded. Consider reducing your block range.'],
    [-32_600, 'block range greater than 10000 max'],
    [-32_003, 'response too large'],
    [-32_008, 'Response is too big'],
    [-32_000, 'logs matched by query exceeds limit of 10000 logs'],
    [-32_000, 'too many logs'],
  ],
  lagging: [
    [-32_000, 'header not found'],
    [-32_000, 'header for hash not found'],
    [-32_000, 'unknown block'],
    [-32_001, 'Resource not found.'],
    [-32_001, 'block not found: 0x1234'],
    [-32_602, 'block range extends beyond current head block'],
    [-32_602, 'BlockOutOfRangeError: block height is 5 but requested was 7'],
    [-32_602, 'Received invalid block tag 5. Latest block number is 3'],
    [-32_000, 'cannot query unfinalized data'],
    [-32_000, 'requested from block 9 after last accepted block 8'],
    [-32_000, 'could not find block: 0x12'],
  ],
  pruned: [
    [-32_000, 'missing trie node 5c0a7d3f (path ) state 0x5c0a is not available'],
    [-32_000, 'required historical state unavailable (reexec=128)'],
    [-32_000, 'historical state 0x12ab is not available'],
    [-32_000, 'state at block #100 is pruned'],
    [-32_000, 'old data not available due to pruning'],
    [-32_002, 'No state available for block 0x12'],
    [-32_000, 'distance to target block exceeds maximum proof window'],
    [-32_000, 'this request needs an archive node: upgrade your plan'],
  ],
  closed: [
    [-32_601, 'the method debug_traceCall does not exist/is not available'],
    [-32_601, 'Method not found'],
    [-32_004, 'Method eth_simulateV1 is not supported'],
    [-32_004, ''],
    [-32_000, 'debug_traceCall is not available on your plan: upgrade'],
    [-32_600, 'unsupported method: debug_traceCall on ETH_MAINNET'],
    [-32_000, 'rpc method is not whitelisted'],
    [-32_052, 'API key disabled reason: invalid API key'],
    [-32_001, 'Unauthorized: you must authenticate your request with an API key'],
    [-32_000, 'access denied'],
    [35, 'method is not available on freetier, upgrade to paid tier'],
  ],
  reverted: [
    [3, 'execution reverted: ERC20: transfer amount exceeds balance'],
    [-32_000, 'execution reverted'],
    [-32_015, 'VM execution error.'],
    [-32_015, ''],
    [-32_603, "VM Exception while processing transaction: reverted with reason string 'no'"],
    [-32_603, 'Error: VM Exception while processing transaction: reverted with an unrecognized custom error'],
    [-32_603, 'Error: Transaction reverted: function call to a non-contract account'],
    [-32_000, 'invalid opcode: opcode 0xfe not defined'],
    [-32_000, 'out of gas'],
    [-32_003, 'EVM error InvalidJump'],
    // The account cannot pay: of the node itself it says nothing.
    [-38_014, 'insufficient funds for gas * price + value: address 0x00 have 0 want 1'],
    [-32_000, 'err: insufficient funds for gas * price + value: address 0x00 have 0 want 1 (supplied gas 4194304)'],
    [-32_000, 'insufficient funds for transfer'],
    [-32_003, 'Insufficient funds for gas * price + value'],
    [-32_015, 'insufficient sender balance'],
    // A contract chooses the reason: it cannot make a revert look like something else.
    [3, 'execution reverted: header not found'],
    [3, 'execution reverted: rate limit, upgrade to an archive plan: block range too large'],
  ],
  timeout: [
    [-32_002, 'request timed out'],
    [-32_000, 'execution aborted (timeout = 5s)'],
    [-32_000, 'context deadline exceeded'],
  ],
  failed: [
    [-32_603, 'Internal error'],
    [-32_603, ''],
    [-32_602, 'invalid argument 0: hex string has length 3, want 40 for common.Address'],
    [-32_602, 'invalid block range params'],
    [-32_700, 'parse error'],
    [-32_600, 'invalid request'],
    [-32_000, 'nonce too low'],
    [undefined, ''],
  ],
  network: [],
  'refused-address': [],
  'bad-answer': [],
}

describe('an error is classified by code and text', () => {
  const rows = Object.entries(seen).flatMap(([kind, errors]) => errors.map(([code, text]) => ({ kind, code, text })))

  test.each(rows)('$kind: $code $text', ({ kind, code, text }) => {
    expect(errorMeaning(code, text).kind).toBe(kind)
  })

  test('the same in capitals, and in a longer text', () => {
    for (const { kind, code, text } of rows.filter(({ text }) => text.length > 25)) {
      expect([text, errorMeaning(code, text.toUpperCase()).kind]).toEqual([text, kind])
      if (kind !== 'reverted') expect([text, errorMeaning(code, `error: ${text}`).kind]).toEqual([text, kind])
    }
  })

  test('only rate limits, a missing block and crashes are retried', () => {
    const again = rows.filter(({ code, text }) => errorMeaning(code, text).again)
    expect([...new Set(again.map(({ kind }) => kind))].toSorted()).toEqual(['failed', 'lagging', 'rate'])
    expect(again.filter(({ kind }) => kind === 'failed').map(({ code }) => code)).toEqual([-32_603, -32_603])
  })

  test('any text has a meaning', () => {
    fc.assert(
      fc.property(fc.option(fc.integer(), { nil: undefined }), fc.string({ unit: anyCharacter }), (code, text) => {
        expect(Object.keys(seen)).toContain(errorMeaning(code, text).kind)
      }),
    )
  })
})

describe('the HTTP status', () => {
  test.each([
    [429, 'rate', true],
    [402, 'rate', true],
    [401, 'closed', false],
    [403, 'closed', false],
    [404, 'failed', false],
    [413, 'range', false],
    [500, 'failed', true],
    [502, 'failed', true],
    [503, 'failed', true],
    [504, 'timeout', false],
  ] as const)('%i means %s', (status, kind, again) => {
    expect(statusMeaning(status)).toEqual({ kind, again })
  })

  test('decides where the error says nothing, and limits requests whichever error it is', () => {
    expect(errorMeaningWith(403, -32_000, 'no').kind).toBe('closed')
    expect(errorMeaningWith(429, -32_000, 'upgrade your plan').kind).toBe('rate')
    expect(errorMeaningWith(429, -32_005, 'query returned more than 10000 results').kind).toBe('range')
    expect(errorMeaningWith(500, 3, 'execution reverted').kind).toBe('reverted')
    expect(errorMeaningWith(400, -32_000, 'header not found').kind).toBe('lagging')
    expect(errorMeaningWith(200, -32_000, 'no').kind).toBe('failed')
  })
})

describe('the data of a revert', () => {
  test.each([
    ['0x08C379A0', '0x08c379a0'],
    ['0x', '0x'],
    ['Reverted 0x08c379a0', '0x08c379a0'],
    [{ message: 'no', data: '0x12' }, '0x12'],
    ['0x123', '0x12'],
    ['', undefined],
    [null, undefined],
    [{ data: { data: '0x12' } }, undefined],
    [['0x12'], undefined],
    [`0x${'00'.repeat(70_000)}`, undefined],
  ])('of %j', (data, expected) => {
    expect(revertData(data)).toBe(expected)
  })
})

describe('the range that a node offers', () => {
  test.each([
    ['Based on your parameters, this block range should work: [0x0, 0xd043b8]', undefined, [0n, 0xd043b8n]],
    ['query returned more than 10000 results. Try with this block range [0x1, 0x2].', undefined, [1n, 2n]],
    ['query exceeds max results 20000, retry with the range 100-200', undefined, [100n, 200n]],
    ['query returned more than 10000 results', { from: '0x10', to: '0x1f', limit: 10_000 }, [16n, 31n]],
    ['block range [0x5, 0x2]', undefined, undefined],
    ['block range is too wide', undefined, undefined],
    ['eth_getLogs is limited to a 10,000 range', undefined, undefined],
    ['query exceeds max block range 100000', undefined, undefined],
    ['no', { from: 1, to: null }, undefined],
    ['no', null, undefined],
    ['no', { from: '0xzz', to: '0x1' }, undefined],
  ] as const)('%s', (text, data, expected) => {
    const offered = offeredRange(text, data)
    expect(offered && [offered.first, offered.last]).toEqual(expected)
  })
})
