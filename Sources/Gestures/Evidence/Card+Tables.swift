// Made by tools/evidence from labelled people and simulated ones; do not edit. docs/lab/gestures.md says from whom.

extension Card {
    static let look = Card(constant: -26, slope: -0.1912, offset: 3.462, rows: [
        Card.Row(.size, [0.031, 0.59, 1.047, 2.351], [-2, 1, 2, 5]),
        Card.Row(.across, [0.07, 0.262, 0.438, 1.781], [4, 1, 0, -3]),
        Card.Row(.straight, [0.347, 0.728, 0.851, 1.026], [-4, -2, 3, 8]),
        Card.Row(.before, [0.131, 0.84, 1.308, 5.004], [9, 1, -1, -1]),
        Card.Row(.after, [0.387, 1.122, 1.715, 5.683], [5, 3, -1, -3]),
        Card.Row(.sideways, [0.04, 0.236, 0.473, 2.225], [4, 0, 0, -2]),
        Card.Row(.lips, [0, 0.119, 0.223, 0.641], [17, 6, 0, -3]),
        Card.Row(.restless, [0.058, 0.861, 1.184, 2.46], [8, 4, 0, -4]),
        Card.Row(.away, [-0.975, 0.475, 0.806, 1], [-4, -3, 3, 7]),
        Card.Row(.speed, [1.489, 2.791, 3.421, 5.142], [-5, 0, 4, 9]),
        Card.Row(.stay, [0.2, 0.45, 0.784, 2], [-6, -1, 3, 6]),
    ])

    static let hold = Card(constant: -25, slope: -0.2221, offset: 2.002, rows: [
        Card.Row(.across, [0.064, 0.233, 0.425, 1.611], [5, 0, 0, -1]),
        Card.Row(.straight, [0.281, 0.693, 0.874, 1.066], [-3, -2, 2, 5]),
        Card.Row(.before, [0.129, 0.702, 1.133, 3.455], [7, 2, -1, -1]),
        Card.Row(.lips, [0, 0.119, 0.214, 0.738], [14, 6, -1, -3]),
        Card.Row(.restless, [0.059, 0.786, 1.031, 2.173], [8, 4, 0, -4]),
        Card.Row(.away, [-1, 0.001, 0.242, 0.879], [-5, 0, 5, 11]),
        Card.Row(.speed, [1.417, 2.685, 3.333, 5.151], [-7, -1, 8, 13]),
        Card.Row(.still, [0.104, 0.508, 0.744, 2.141], [6, 4, 0, -3]),
    ])
}
