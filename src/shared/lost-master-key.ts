/** The command that remains when the master key of stored secrets is lost: service and client name it. */
export const FORGET_LOST_SECRETS = 'txwarden local rekey --without-secrets'
