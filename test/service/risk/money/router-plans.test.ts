import { describe, expect, test } from 'vitest'
import { addressOf, call, packed } from '../../../../bench/detection/adversarial/encode.ts'
import { UNIVERSAL_ROUTER, USDC, WETH } from '../../../../bench/detection/adversarial/protocols.ts'
import { NOBODY, ONE, type Row, SIGNER, usd } from '../../../../bench/detection/adversarial/row.ts'
import * as plans from '../../../honest/router-plans.ts'
import { verdictOfCase } from '../../../honest/verdict-of-case.ts'

/** Plans of routers that give ten ether, worth some 30,000 dollars, and look as if they had a limit. */
const { CALLER, plan, pull, ROUTER, sweep, unwrap, v3In, v3Out, v4, v4Settle, v4SwapIn, v4Take, v4TakeAll, wrap } =
  plans
const stranger = addressOf('token of a stranger')
const [TEN, FAIR] = [10n * ONE, usd(29_000)]
const [direct, strange] = [packed(WETH, [24, 500], USDC), packed(WETH, [24, 500], stranger, [24, 500], USDC)]
const pool = [USDC, WETH, 500, 10, NOBODY]
const inPool = (least: bigint) => v4SwapIn([pool, false, TEN, least, '0x'])
type Command = ReturnType<typeof sweep>
const mayFail = (command: Command): Command => ({
  ...command,
  id: (Number.parseInt(command.id, 16) | 0x80).toString(16),
})

const verdictOf = (row: Partial<Row>) =>
  verdictOfCase({ id: '', what: '', source: '', to: UNIVERSAL_ROUTER, ...row }).verdict
const universal = (...commands: readonly Command[]) => ({ data: plan(...commands) })
const curveRouter = '0x16c6521dff6bab339122a0fe25a9116693265353'
const curve = (...route: readonly string[]) => ({
  to: curveRouter,
  data: call(
    'exchange(address[11],uint256[5][5],uint256,uint256)',
    Array.from({ length: 11 }, (_, at) => route[at] ?? NOBODY),
    Array(5).fill([0n, 1n, 1n, 1n, 2n]),
    TEN,
    FAIR,
  ),
})
const zeroEx = (path: string, least: bigint) => ({
  to: '0xdef1c0ded9bec7f1a1670819833240f027b25eff',
  data: call('sellTokenForTokenToUniswapV3(bytes,uint256,uint256,address)', path, TEN, least, SIGNER),
})

describe('a swap is SAFE where its limit bounds what is lost', () => {
  test.each<[string, Partial<Row>]>([
    ['V3', universal(v3In(CALLER, TEN, FAIR, direct, true))],
    ['V3, through a token that no source knows', universal(v3In(CALLER, TEN, FAIR, strange, true))],
    [
      'V3, with the input moved first',
      universal(pull(WETH, ROUTER, TEN), v3In(CALLER, plans.ALL, FAIR, direct, false)),
    ],
    ['V3, swept', universal(v3In(ROUTER, TEN, 0n, direct, true), sweep(USDC, CALLER, FAIR))],
    ['V4', universal(v4(inPool(FAIR), v4Settle(WETH, 0n, true), v4TakeAll(USDC, FAIR)))],
    [
      'V4, swept',
      universal(v4(inPool(0n), v4Settle(WETH, 0n, true), v4Take(USDC, ROUTER, 0n)), sweep(USDC, CALLER, FAIR)),
    ],
    ['0x', zeroEx(strange, FAIR)],
  ])('%s', (_, row) => {
    expect(verdictOf(row)).toBe('SAFE')
  })
})

describe('a swap is not SAFE where', () => {
  const own = usd(30_000)
  test.each<[string, Partial<Row>]>([
    [
      'the most that is given has no limit',
      universal(v3Out(CALLER, usd(1), 2n ** 256n - 1n, packed(USDC, [24, 500], WETH), true)),
    ],
    ['the limit is far too low for its hops', universal(v3In(CALLER, TEN, usd(4000), strange, true))],
    [
      'all that was moved before is given',
      universal(pull(WETH, ROUTER, TEN), v3In(CALLER, plans.ALL, usd(1), direct, false)),
    ],
    [
      'the same goes through unknown tokens',
      universal(pull(WETH, ROUTER, TEN), v3In(CALLER, plans.ALL, 1000n, strange, false)),
    ],
    [
      'what is swept is what was moved in',
      universal(pull(USDC, ROUTER, own), v3In(ROUTER, TEN, 0n, direct, true), sweep(USDC, CALLER, own)),
    ],
    [
      'what is unwrapped is what was wrapped',
      {
        ...universal(
          wrap(ROUTER, TEN),
          v3In(ROUTER, own, 0n, packed(USDC, [24, 500], WETH), true),
          unwrap(CALLER, TEN),
        ),
        value: TEN,
      },
    ],
    [
      'V4: what is swept is what was moved in',
      universal(
        pull(USDC, ROUTER, own),
        v4(inPool(0n), v4Settle(WETH, 0n, true), v4Take(USDC, ROUTER, 0n)),
        sweep(USDC, CALLER, own),
      ),
    ],
    [
      'V4: what is taken is what was settled',
      universal(v4(v4Settle(USDC, own, true), inPool(0n), v4Settle(WETH, 0n, true), v4TakeAll(USDC, FAIR))),
    ],
    [
      'V4: the step with the limit may fail',
      universal(v4(inPool(0n), v4Settle(WETH, 0n, true), v4TakeAll(USDC, 0n)), mayFail(sweep(USDC, CALLER, FAIR))),
    ],
    ['a Curve route ends before its last token', curve(WETH, stranger, addressOf('another'), NOBODY, USDC)],
    ['0x: the limit is next to nothing', zeroEx(strange, 1000n)],
  ])('%s', (_, row) => {
    expect(verdictOf(row)).not.toBe('SAFE')
  })
})
