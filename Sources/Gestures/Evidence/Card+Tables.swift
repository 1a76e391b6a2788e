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

    static let nod = Card(constant: -19, slope: -0.2395, offset: 3.702, rows: [
        Card.Row(.size, [-0.963, -0.185, 0.284, 1.872], [-4, 1, 6, 11]),
        Card.Row(.across, [0.079, 0.319, 0.616, 2], [6, 3, 0, -4]),
        Card.Row(.straight, [0.287, 0.68, 0.787, 0.973], [-4, -1, 5, 13]),
        Card.Row(.before, [0.192, 0.855, 1.352, 5.759], [3, 1, -1, -1]),
        Card.Row(.after, [0.25, 0.849, 1.279, 5.348], [5, 3, -1, -2]),
        Card.Row(.tilt, [0.064, 0.216, 0.361, 1.235], [7, 2, -1, -3]),
        Card.Row(.lips, [0, 0.132, 0.576], [5, -2, -9]),
        Card.Row(.restless, [0.322, 0.618, 0.799, 1.607], [2, 2, 0, -4]),
        Card.Row(.count, [3, 3.5, 5, 10], [-3, -1, 2, 2]),
        Card.Row(.uneven, [0.02, 0.149, 0.262, 0.846], [5, 3, -1, -5]),
        Card.Row(.pace, [0.192, 0.424, 0.608, 0.96], [3, 0, 0, 0]),
    ])

    static let shake = Card(constant: -21, slope: -0.2000, offset: 1.815, rows: [
        Card.Row(.size, [-0.965, -0.149, 0.438, 2.428], [-2, 1, 5, 11]),
        Card.Row(.across, [0.121, 0.494, 0.794, 2], [7, 2, 0, -2]),
        Card.Row(.straight, [0.272, 0.647, 0.762, 0.972], [-4, 0, 4, 10]),
        Card.Row(.before, [0.124, 0.975, 1.586, 5.486], [9, 3, -1, -1]),
        Card.Row(.after, [0.266, 1.193, 1.924, 6.302], [3, 1, -1, -1]),
        Card.Row(.tilt, [0.052, 0.272, 0.417, 1.203], [9, 5, -1, -3]),
        Card.Row(.lips, [0, 0.182, 0.788], [4, -1, -8]),
        Card.Row(.restless, [0.239, 0.755, 1.012, 2.036], [4, 3, -1, -5]),
        Card.Row(.speed, [1.511, 2.893, 3.603, 5.854], [3, 0, -2, -1]),
        Card.Row(.count, [4, 6.5, 9, 10], [-7, 0, 6, 9]),
        Card.Row(.uneven, [0.028, 0.153, 0.289, 1], [8, 7, -2, -9]),
        Card.Row(.pace, [0.182, 0.352, 0.499, 0.858], [6, 1, -1, 0]),
    ])
}
