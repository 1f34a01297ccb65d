import { APPROVE, INCREASE_ALLOWANCE, SET_APPROVAL_FOR_ALL, TRANSFER, TRANSFER_FROM } from '../../evm/asset.ts'
import type { Detector, Observation } from './detector.ts'

const MISTAKE = 50
const HIDDEN_PAYMENT = 75

export const unacceptedValue: Detector = {
  id: 'unaccepted-value',
  about: 'sender',
  summary:
    'A call carries native currency, and its function takes none, or takes another asset and says nothing of the value.',
  why: 'WARNING 50: the call reverts, or the contract keeps the value. UNSAFE 75 where an unknown contract is paid through approve, transfer, transferFrom, increaseAllowance, permit or setApprovalForAll: none of them takes ether, and their names make a payment look harmless.',
  origin: 'ERC-20, ERC-721 and ERC-2612: none of these functions is payable; mistakes in reports of wallets.',
  examples: {
    attack: 'An unknown contract is paid through a function with the name of approve.',
    nearMiss: 'A bridge takes a fee in the native currency beside the token.',
    evasion: 'The call is wrapped in a Safe: it is found.',
  },
  detect({ account, isUnknown, actions }): Observation[] {
    const found = account.valueFaults.map(({ call, why }) => {
      const { to = '', name, selector } = call
      const action = actions.find((each) => each.call === call)
      const isUnknownHere = action === undefined || isUnknown(action, to)
      const isHidden = why === 'refused' && TOKEN_FUNCTIONS.includes(selector) && isUnknownHere && !account.isKnown(to)
      return [
        to,
        {
          points: isHidden ? HIDDEN_PAYMENT : MISTAKE,
          text:
            why === 'refused'
              ? `is sent native currency with ${name}, which takes none`
              : `is sent native currency with ${name}, which takes another asset`,
        },
      ] as const
    })
    return [...new Map(found)].map(([subject, what]) => ({
      ...what,
      subject,
      flip: 'send the call without native currency, or add an ALLOW entry for the contract',
      evenIfTrusted: true,
    }))
  },
}

/** The last two: permit (ERC-2612, DAI). */
const TOKEN_FUNCTIONS: readonly string[] = [
  APPROVE,
  TRANSFER,
  TRANSFER_FROM,
  INCREASE_ALLOWANCE,
  SET_APPROVAL_FOR_ALL,
  '0xd505accf',
  '0x8fcbaf0c',
]
