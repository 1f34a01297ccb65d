import { bandFloors } from '../../../api/vocabulary.ts'
import type { Detector } from './detector.ts'

/** Functions with which the owner of a token can stop sales: ban lists, sale taxes, limits, a trading switch. */
const powers: ReadonlyMap<string, string> = new Map([
  ['0xf9f92be4', 'blacklist(address)'],
  ['0xf3290d75', 'blacklistAddress(address)'],
  ['0x455a4396', 'blacklistAddress(address,bool)'],
  ['0x44337ea1', 'addToBlacklist(address)'],
  ['0x9cfe42da', 'addBlacklist(address)'],
  ['0x153b0d1e', 'setBlacklist(address,bool)'],
  ['0xb515566a', 'setBots(address[])'],
  ['0x9c0db5f3', 'setBots(address[],bool)'],
  ['0x342aa8b5', 'setBot(address,bool)'],
  ['0xd34628cc', 'addBots(address[])'],
  ['0xffecf516', 'addBot(address)'],
  ['0x00b8cf2a', 'blockBots(address[])'],
  ['0xc647b20e', 'setTaxes(uint256,uint256)'],
  ['0x8b4cee08', 'setSellFee(uint256)'],
  ['0x8cd09d50', 'setSellTax(uint256)'],
  ['0x061c82d0', 'setTaxFeePercent(uint256)'],
  ['0xec28438a', 'setMaxTxAmount(uint256)'],
  ['0xd543dbeb', 'setMaxTxPercent(uint256)'],
  ['0x74010ece', 'setMaxTxnAmount(uint256)'],
  ['0xea1644d5', 'setMaxWalletSize(uint256)'],
  ['0x8f70ccf7', 'setTrading(bool)'],
  ['0x0d295980', 'tradingStatus(bool)'],
  ['0x1031e36e', 'pauseTrading()'],
  ['0x7185f163', 'stopTrading()'],
  ['0x97a98955', 'closeTrading()'],
])

export const ownerPowers: Detector = {
  id: 'owner-powers',
  about: 'sender',
  summary: 'The owner of an unknown token uses a function that can stop its holders from selling.',
  why: 'WARNING 35, because honest owners use these functions too. Rug pulls ban holders, tax sales or close trading.',
  origin: 'Root causes of published rug-pull cases (RPHunter 2025 and its data).',
  examples: {
    attack: 'The owner of an unknown token calls setBots(address[]).',
    nearMiss: 'Another function of an owner, such as pause().',
    evasion:
      'The call is wrapped in a Safe and a user operation: it is found. The same power under another name is not.',
  },
  reads: ['interactions'],
  detect({ interactions, byUnknown }) {
    return byUnknown(interactions.filter(({ call }) => powers.has(call.selector))).map(([authority, used]) => ({
      subCategory: 'rugPullInteraction',
      points: bandFloors.WARNING + 4,
      subject: authority,
      text: `is an unknown token, and its owner uses ${powers.get(used[0]?.call.selector ?? '')}`,
    }))
  },
}
