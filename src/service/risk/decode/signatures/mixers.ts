import type { SignatureTable } from './signature-table.ts'

/** Tornado Cash: pool and router. */
export const mixerSignatures: SignatureTable = {
  '0xb214faa5': 'deposit(bytes32 commitment)',
  '0x13d98d13': 'deposit(address pool, bytes32 commitment, bytes encryptedNote)',
  '0xb438689f':
    'withdraw(address pool, bytes proof, bytes32 root, bytes32 nullifierHash, address recipient, address relayer, uint256 fee, uint256 refund)',
  '0x21a0adb6':
    'withdraw(bytes proof, bytes32 root, bytes32 nullifierHash, address recipient, address relayer, uint256 fee, uint256 refund)',
}
