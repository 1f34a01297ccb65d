// SPDX-License-Identifier: CC0-1.0
pragma solidity ^0.8.0;

/// Says who controls it, as the owner beside a number and as the admin of ERC-1967; who gets control is fixed at creation.
contract Kept {
    bytes32 private constant ADMIN = 0xb53127684a568b3173ae13b9f8a6016e243e63b6e8ee1178d6a717850b5d6103;

    uint64 private round;
    address public owner;
    address private heir;
    uint256 private harvested;

    event OwnershipTransferred(address indexed previousOwner, address indexed newOwner);
    event Harvested(uint256 round);

    constructor(address owner_, address heir_) {
        owner = owner_;
        heir = heir_;
        writeAdmin(owner_);
    }

    /// Changes no control.
    function harvest() external {
        harvested = ++round;
        emit Harvested(round);
    }

    function harvestAll() external {
        round++;
        owner = heir;
        emit Harvested(round);
    }

    function harvestNow() external {
        round++;
        writeAdmin(heir);
    }

    /// The event names the owner of before.
    function harvestLater() external {
        emit OwnershipTransferred(address(0), owner);
        owner = heir;
    }

    function handOver() external {
        emit OwnershipTransferred(owner, heir);
        owner = heir;
    }

    function acceptOwnership() external {
        owner = msg.sender;
    }

    function transferOwnership(address next) external {
        owner = next;
    }

    function writeAdmin(address value) private {
        assembly {
            sstore(ADMIN, value)
        }
    }
}
