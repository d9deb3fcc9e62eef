-- pressplay: the set-up of this game. Its numbers come from the rulebook's facts: see PLAN above.
--
-- All piles are worked out as lists first, with the top card in front; then objects are taken
-- away, and once they are gone the new ones are put down: nothing depends on how fast cards fly,
-- and no new object meets an old one that still has its id.

local stacks = {}      -- name → its pieces, the top one first
local touched = {}     -- names of the stacks that have changed, in order
local hands = {}       -- seat → pieces
local laid = {}        -- {piece, position, rotation}
local boxed = {}       -- pieces that go back into the box
local topFirst = false -- whether the game lists a face-down deck from its top
local ready = false    -- the table has been set up
local leaving = {}     -- ids of objects that were taken away, and may still be there for a moment

local function contents(object)
    local data = object.getData()
    if data.Name == "Card" or data.Name == "CardCustom" or data.ContainedObjects == nil then
        return {data}
    end
    local list = {}
    for _, piece in ipairs(data.ContainedObjects) do
        table.insert(list, piece)
    end
    return list
end

local function reversed(list)
    local turned = {}
    for index = #list, 1, -1 do
        table.insert(turned, list[index])
    end
    return turned
end

local function remove(object)
    table.insert(leaving, object.getGUID())
    object.destruct()
end

-- A deck lies with its top in front or at the end of its list; asked of the game, not guessed.
-- A card that was taken has no id of its own before it has spawned, so it is known by what it
-- shows: the deck that is asked has different cards at its ends.
local function askForTop(object, list, answered)
    object.takeObject({
        position = {0, 8, 0},
        smooth = false,
        callback_function = function(card)
            local first = card.getData().GMNotes == list[1].GMNotes
            remove(card)
            answered(first)
        end,
    })
end

local function inOrder(list, faceUp)
    if topFirst ~= faceUp then
        return list
    end
    return reversed(list)
end

local function touch(name)
    if stacks[name] == nil then
        local known = PLAN.stacks[name]
        stacks[name] = {}
        if known then
            stacks[name] = inOrder(contents(getObjectFromGUID(known.guid)), known.faceUp)
        end
        table.insert(touched, name)
    end
    return stacks[name]
end

local function shuffle(list)
    for index = #list, 2, -1 do
        local other = math.random(index)
        list[index], list[other] = list[other], list[index]
    end
end

local function draw(list)
    if #list == 0 then
        error("a pile is empty too early")
    end
    return table.remove(list, 1)
end

local function drawSome(list, number)
    local drawn = {}
    for _ = 1, (number > 0 and number or #list) do
        table.insert(drawn, draw(list))
    end
    return drawn
end

local function piece(data)
    return data.GMNotes
end

local function holds(list, kind)
    for _, data in ipairs(list) do
        if kind == "" or string.find(piece(data), "/" .. kind .. "/", 1, true) then
            return true
        end
    end
    return false
end

local steps = {}

function steps.shuffle(step)
    shuffle(touch(step.stack))
end

function steps.mix(step)
    local to = touch(step.to)
    for _, data in ipairs(drawSome(touch(step.stack), 0)) do
        table.insert(to, data)
    end
    shuffle(to)
end

function steps.take(step)
    local to = touch(step.to)
    for _, data in ipairs(drawSome(touch(step.stack), step.number)) do
        table.insert(to, data)
    end
end

function steps.split(step)
    local from, to, wanted = touch(step.stack), touch(step.to), {}
    for _, id in ipairs(step.ids) do
        wanted[id] = true
    end
    for index = #from, 1, -1 do
        if wanted[piece(from[index])] then
            table.insert(to, 1, table.remove(from, index))
        end
    end
end

function steps.put(step)
    local moved, to = drawSome(touch(step.stack), step.number), touch(step.to)
    for index = #moved, 1, -1 do
        table.insert(to, 1, moved[index])
    end
end

function steps.under(step)
    local moved, to = drawSome(touch(step.stack), step.number), touch(step.to)
    for _, data in ipairs(moved) do
        table.insert(to, data)
    end
end

function steps.hand(step, seats)
    local from = touch(step.stack)
    for seat = 1, seats do
        local dealt = drawSome(from, step.number)
        while not holds(dealt, step.to) do
            for _, data in ipairs(dealt) do
                table.insert(from, data)
            end
            shuffle(from)
            dealt = drawSome(from, step.number)
        end
        for _, data in ipairs(dealt) do
            table.insert(hands[seat], data)
        end
    end
end

function steps.own(step, seats)
    for seat = 1, seats do
        for _, data in ipairs(drawSome(touch(step.stack .. "@" .. seat), 0)) do
            table.insert(hands[seat], data)
        end
    end
end

function steps.each(step, seats)
    for seat = 1, seats do
        local cell = step.cells[(seat - 1) % #step.cells + 1]
        -- Those that share a cell lie on top of each other.
        local above = math.floor((seat - 1) / #step.cells) * 0.3
        local position = {x = cell.position.x, y = cell.position.y + above, z = cell.position.z}
        local data = draw(touch(step.stack .. "@" .. seat))
        table.insert(laid, {data = data, position = position, rotation = cell.rotation})
    end
end

function steps.deal(step)
    local from = touch(step.stack)
    for _, cell in ipairs(step.cells) do
        table.insert(laid, {data = draw(from), position = cell.position, rotation = cell.rotation})
    end
end

function steps.sort(step)
    local list, rank = touch(step.stack), {}
    for index, id in ipairs(step.ids) do
        rank[id] = index
    end
    table.sort(list, function(one, other)
        local left, right = rank[piece(one)], rank[piece(other)]
        if left == right then
            return one.GUID < other.GUID
        end
        return left < right
    end)
end

function steps.box(step)
    for _, data in ipairs(drawSome(touch(step.stack), step.number)) do
        table.insert(boxed, data)
    end
end

-- Putting things down

local function spawn(data, position, rotation)
    spawnObjectData({data = data, position = position, rotation = rotation})
end

local function deckOf(list, faceUp)
    local deck = {}
    for key, value in pairs(PLAN.deck) do
        deck[key] = value
    end
    deck.Transform = list[1].Transform
    deck.Tags = list[1].Tags
    deck.SidewaysCard = list[1].SidewaysCard
    deck.ContainedObjects = inOrder(list, faceUp)
    deck.DeckIDs = {}
    deck.CustomDeck = {}
    for _, card in ipairs(deck.ContainedObjects) do
        table.insert(deck.DeckIDs, card.CardID)
        for sheet, entry in pairs(card.CustomDeck) do
            deck.CustomDeck[sheet] = entry
        end
    end
    return deck
end

local before = {} -- name → what lay there
local boxBefore   -- the box, when something is put into it

local function takeAway(name)
    if PLAN.stacks[name] then
        local object = getObjectFromGUID(PLAN.stacks[name].guid)
        before[name] = object.getData()
        remove(object)
    end
end

local function putDown(name)
    local known, list = PLAN.stacks[name], stacks[name]
    if known == nil then
        if #list > 0 then
            error(name .. " lies nowhere")
        end
        return
    end
    local data = before[name]
    if known.form == "bag" then
        data.ContainedObjects = list
        spawn(data, known.position, known.rotation)
    elseif #list == 1 then
        spawn(list[1], known.position, known.rotation)
    elseif #list > 1 then
        local deck = deckOf(list, known.faceUp)
        deck.GUID = ""
        if known.form == "pile" then -- else its words and its id are those of the card that lay there
            deck.Nickname, deck.Description, deck.GMNotes = data.Nickname, data.Description, data.GMNotes
            deck.GUID = data.GUID
        end
        spawn(deck, known.position, known.rotation)
    end
end

local function giveHands()
    for seat, list in ipairs(hands) do
        local hand = PLAN.seats[seat].hand
        local step = math.min(hand.step, hand.wide / #list) -- what lies beyond the hand is not held
        for index, data in ipairs(list) do
            local along = (index - (#list + 1) / 2) * step
            local position = {
                x = hand.position.x + along * hand.right.x,
                y = hand.position.y,
                z = hand.position.z + along * hand.right.z,
            }
            spawn(data, position, hand.rotation)
        end
    end
end

local function emptyBox()
    if #boxed > 0 then
        local object = getObjectFromGUID(PLAN.box.guid)
        boxBefore = object.getData()
        remove(object)
    end
end

local function fillBox()
    local data = boxBefore
    if data == nil then
        return
    end
    local inside = data.ContainedObjects or {}
    for _, each in ipairs(boxed) do
        table.insert(inside, each)
    end
    data.ContainedObjects = inside
    spawn(data, PLAN.box.position, PLAN.box.rotation)
end

local function clearSeats(seats)
    for seat = seats + 1, #PLAN.seats do
        for _, guid in ipairs(PLAN.seats[seat].guids) do
            local object = getObjectFromGUID(guid)
            if object then
                table.insert(boxed, object.getData())
                remove(object)
            end
        end
    end
end

local function missing()
    for _, guid in ipairs(PLAN.needs) do
        if getObjectFromGUID(guid) == nil then
            return true
        end
    end
    return false
end

local function gone()
    for _, guid in ipairs(leaving) do
        if getObjectFromGUID(guid) ~= nil then
            return false
        end
    end
    return true
end

local function putAllDown(seats)
    for _, name in ipairs(touched) do
        putDown(name)
    end
    for _, each in ipairs(laid) do
        spawn(each.data, each.position, each.rotation)
    end
    giveHands()
    fillBox()
    local colors = {}
    for seat = 1, seats do
        table.insert(colors, PLAN.seats[seat].color)
    end
    broadcastToAll("The table is set for " .. table.concat(colors, ", ") .. ". Have fun!")
end

local function carryOut(seats)
    for _, step in ipairs(PLAN.games[seats]) do
        steps[step.verb](step, seats)
    end
    clearSeats(seats)
    for _, name in ipairs(touched) do
        takeAway(name)
    end
    emptyBox()
    local finish = function() putAllDown(seats) end
    Wait.condition(finish, gone, 10, finish)
end

function setUp(player, value, id)
    local seats = tonumber(value)
    if ready then
        return
    end
    if missing() then
        broadcastToAll("The pieces have been moved already. Load the game again, then press the button.")
        return
    end
    ready = true
    UI.hide("pressplay-setup")
    math.randomseed(os.time())
    hands = {}
    for _ = 1, seats do
        table.insert(hands, {})
    end
    if PLAN.ask then
        local deck = getObjectFromGUID(PLAN.ask)
        local list = deck.getData().ContainedObjects
        askForTop(deck, list, function(first)
            topFirst = first
            -- The card is back in what we know of the deck, and the deck is put down anew.
            stacks[PLAN.asked] = inOrder(list, PLAN.stacks[PLAN.asked].faceUp)
            table.insert(touched, PLAN.asked)
            carryOut(seats)
        end)
    else
        carryOut(seats)
    end
end

function onSave()
    return ready and "ready" or ""
end

function onLoad(state)
    ready = state == "ready"
    if ready and Wait then
        Wait.frames(function() UI.hide("pressplay-setup") end, 10) -- the panel itself is still loading
    end
end
