import { addressOf, call } from '../../../../bench/detection/adversarial/encode.ts'
import { allow, type Row, rows, SAFE } from '../../../../bench/detection/adversarial/row.ts'
import { inMultiSend, inSafe, ofSafe } from '../../../../bench/detection/adversarial/wrap.ts'
import { BRIDGE, code, colleague, DELAY, enable, ROLES, vouched, ZODIAC_FACTORY } from './code-changes.ts'
import { cloneOf } from './zodiac-clone.ts'

const delaySetUp = call(
  'setUp(bytes)',
  `0x${call('f(address,address,address,uint256,uint256)', SAFE, SAFE, SAFE, 86_400n, 604_800n).slice(10)}`,
)
const rolesSetUp = call('setUp(bytes)', `0x${call('f(address,address,address)', SAFE, SAFE, SAFE).slice(10)}`)
const bridgeSetUp = call(
  'setUp(bytes)',
  `0x${call('f(address,address,address,address,address,bytes32)', SAFE, SAFE, SAFE, code, colleague, `0x${'0'.repeat(63)}1`).slice(10)}`,
)
const deployed = (copy: string, initializer: string, nonce: bigint) => ({
  to: ZODIAC_FACTORY,
  data: call('deployModule(address,bytes,uint256)', copy, initializer, nonce),
})
const clone = (copy: string, initializer: string, nonce: bigint) =>
  enable(cloneOf({ factory: ZODIAC_FACTORY, copy, initializer, nonce }))

export const zodiac: readonly Row[] = rows([
  [
    'delay',
    'A delay modifier of the Safe is deployed and enabled.',
    'Zodiac app: delay modifier',
    inMultiSend(deployed(DELAY, delaySetUp, 1n), { to: SAFE, data: clone(DELAY, delaySetUp, 1n) }),
  ],
  [
    'roles',
    'A roles modifier of the Safe is deployed and enabled, and a colleague on the allow list gets a role.',
    'Zodiac app: roles modifier',
    {
      ...inMultiSend(
        deployed(ROLES, rolesSetUp, 2n),
        { to: SAFE, data: clone(ROLES, rolesSetUp, 2n) },
        {
          to: cloneOf({ factory: ZODIAC_FACTORY, copy: ROLES, initializer: rolesSetUp, nonce: 2n }),
          data: call('assignRoles(address,bytes32[],bool[])', colleague, [`0x${'01'.repeat(32)}`], [true]),
        },
      ),
      lists: [allow(colleague)],
    },
  ],
  [
    'bridge',
    'A bridge module with the bridge and the controller on the allow list is deployed and enabled.',
    'Zodiac: AMB module',
    {
      ...inMultiSend(deployed(BRIDGE, bridgeSetUp, 3n), { to: SAFE, data: clone(BRIDGE, bridgeSetUp, 3n) }),
      lists: [allow(code), allow(colleague)],
    },
  ],
  [
    'delay-enabled-later',
    'A delay modifier on the allow list is enabled.',
    'Zodiac: delay modifier',
    { ...ofSafe(enable(code)), ...vouched },
  ],
  [
    'delay-member',
    'A colleague on the allow list may queue transactions.',
    'Zodiac: delay modifier, enableModule',
    { ...inSafe({ to: addressOf('delay of the Safe'), data: enable(colleague) }), lists: [allow(colleague)] },
  ],
  [
    'delay-skip',
    'Queued transactions are skipped.',
    'Zodiac: delay modifier, setTxNonce',
    inSafe({ to: addressOf('delay of the Safe'), data: call('setTxNonce(uint256)', 4n) }),
  ],
])
