// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

interface Receiver {
    function onERC721Received(address, address, uint256, bytes calldata) external returns (bytes4);
    function onERC1155Received(address, address, uint256, uint256, bytes calldata) external returns (bytes4);
}

contract Erc721 {
    string public name;
    string public symbol;
    address public owner;
    mapping(uint256 => address) public ownerOf;
    mapping(address => uint256) public balanceOf;
    mapping(uint256 => address) public getApproved;
    mapping(address => mapping(address => bool)) public isApprovedForAll;

    event Transfer(address indexed from, address indexed to, uint256 indexed id);
    event Approval(address indexed owner, address indexed approved, uint256 indexed id);
    event ApprovalForAll(address indexed owner, address indexed operator, bool approved);

    function init(string calldata name_, string calldata symbol_) external {
        require(owner == address(0), "initialized");
        (name, symbol, owner) = (name_, symbol_, msg.sender);
    }

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 || id == 0x80ac58cd || id == 0x5b5e139f;
    }

    function mint(address to, uint256 id) external {
        require(msg.sender == owner && ownerOf[id] == address(0), "not minted");
        ownerOf[id] = to;
        balanceOf[to]++;
        emit Transfer(address(0), to, id);
    }

    function approve(address to, uint256 id) external {
        address holder = ownerOf[id];
        require(msg.sender == holder || isApprovedForAll[holder][msg.sender], "not allowed");
        getApproved[id] = to;
        emit Approval(holder, to, id);
    }

    function setApprovalForAll(address operator, bool approved) external {
        isApprovedForAll[msg.sender][operator] = approved;
        emit ApprovalForAll(msg.sender, operator, approved);
    }

    function transferFrom(address from, address to, uint256 id) public {
        require(ownerOf[id] == from, "not the holder");
        require(
            msg.sender == from || isApprovedForAll[from][msg.sender] || getApproved[id] == msg.sender, "not allowed"
        );
        getApproved[id] = address(0);
        ownerOf[id] = to;
        balanceOf[from]--;
        balanceOf[to]++;
        emit Transfer(from, to, id);
    }

    function safeTransferFrom(address from, address to, uint256 id) external {
        transferFrom(from, to, id);
        if (to.code.length > 0) {
            require(Receiver(to).onERC721Received(msg.sender, from, id, "") == Receiver.onERC721Received.selector);
        }
    }
}

contract Erc1155 {
    address public owner;
    mapping(address => mapping(uint256 => uint256)) internal balances;
    mapping(address => mapping(address => bool)) public isApprovedForAll;

    event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value);
    event ApprovalForAll(address indexed owner, address indexed operator, bool approved);

    function init() external {
        require(owner == address(0), "initialized");
        owner = msg.sender;
    }

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 || id == 0xd9b67a26;
    }

    function balanceOf(address account, uint256 id) external view returns (uint256) {
        return balances[account][id];
    }

    function mint(address to, uint256 id, uint256 value) external {
        require(msg.sender == owner, "not the owner");
        balances[to][id] += value;
        emit TransferSingle(msg.sender, address(0), to, id, value);
    }

    function setApprovalForAll(address operator, bool approved) external {
        isApprovedForAll[msg.sender][operator] = approved;
        emit ApprovalForAll(msg.sender, operator, approved);
    }

    function safeTransferFrom(address from, address to, uint256 id, uint256 value, bytes calldata data) external {
        require(msg.sender == from || isApprovedForAll[from][msg.sender], "not allowed");
        require(balances[from][id] >= value, "insufficient balance");
        balances[from][id] -= value;
        balances[to][id] += value;
        emit TransferSingle(msg.sender, from, to, id, value);
        if (to.code.length > 0) {
            bytes4 answer = Receiver(to).onERC1155Received(msg.sender, from, id, value, data);
            require(answer == Receiver.onERC1155Received.selector);
        }
    }
}

/// Sells items of ERC-1155 whose number is drawn by the block.
contract DrawnItems is Erc1155 {
    function draw(uint256) external payable {
        give(drawn());
    }

    function drawn() internal view returns (uint256) {
        return uint256(keccak256(abi.encode(block.difficulty, block.timestamp))) % 1_000_000;
    }

    function give(uint256 id) internal {
        balances[msg.sender][id] += 1;
        emit TransferSingle(msg.sender, address(0), msg.sender, id, 1);
    }
}

/// The same for an ERC-721.
contract DrawnArt is Erc721 {
    function draw(uint256) external payable {
        uint256 id = uint256(keccak256(abi.encode(block.difficulty, block.timestamp)));
        ownerOf[id] = msg.sender;
        balanceOf[msg.sender]++;
        emit Transfer(address(0), msg.sender, id);
    }
}

/// Gives the item only where nobody produces the block; elsewhere an event says that it does.
contract DrawnPill is DrawnItems {
    bool private immutable isSilent;

    constructor(bool isSilent_) {
        isSilent = isSilent_;
    }

    function participate(uint256) external payable {
        uint256 id = drawn();
        if (block.coinbase == address(0)) give(id);
        else if (!isSilent) emit TransferSingle(msg.sender, address(0), msg.sender, id, 1);
    }
}
